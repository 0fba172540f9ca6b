# Messages of the surfaces, in English. Errors carry their own English sentence.

error = error:
note = note:
did-you-mean = did you mean { $word }?

## Values, said of the player to move

value-win = wins
value-draw = draws
value-draw-now = has drawn
value-loss = loses
value-win-now = has won
value-loss-now = has lost
value-win-in = { $plies ->
    [one] wins in { $plies } ply
   *[other] wins in { $plies } plies
}
value-loss-in = { $plies ->
    [one] loses in { $plies } ply
   *[other] loses in { $plies } plies
}
value-draw-endless = draws (endless play)
value-win-by = wins by { $margin }
value-draw-by = draws
value-loss-by = loses by { $margin }

solved = Player { $player }, to move, { $value }.
best-moves = Best moves: { $moves }
line = Line: { $moves }
cost = { $nodes } nodes, { $seconds } s
each-move = Each move, for player { $player } who makes it (* best):

## Combinatorial values

worth = Value { $value } ({ $kind }); Left is player 1, Right player 2.
worth-wins = If player 1 begins, player { $left } wins; if player 2 begins, player { $right } wins.
worth-heat = Mean { $mean }, temperature { $temperature }.
worth-number = a number
worth-nimber = a nimber
worth-infinitesimal = an infinitesimal
worth-tepid = tepid: a number and an infinitesimal
worth-switch = a switch
worth-hot = hot

## Trees

tree-value = Value { $value } for player { $player }.
searched = Estimate { $value } for player 1, by { $heuristic }, { $depth } plies ahead.
progress-depth = depth { $depth }
progress-between = at least { $low }, at most { $high }
progress-nodes = { $nodes } M nodes, { $rate } M/s
tree-visited = Visited { $visited } of { $nodes } nodes.
tree-unvisited = not visited
tree-cut = cut: { $condition }
tree-more = ... and { $nodes } more nodes; --json gives all.

## Graphs

did-not-stop = Stopped: the work did not end by itself within { $milliseconds } ms.
unfolding = unfolding
graph-counts = { $states } states, { $moves } moves.
graph-merged = Repeated successors merged: { $count }.
graph-won = Won for { $player }: { $count }
graph-drawn = Drawn: { $count }
graph-draws = Of the draws, { $final } can end in a drawn state and { $endless } mean endless play.
graph-start-won = From { $start }, player { $player } wins.
graph-start-drawn = From { $start }, nobody can force a win.
graph-bipartite = Turns alternate (the graph is bipartite).
graph-not-bipartite = Turns do not alternate: { $edge } stays with the same player.
graph-acyclic = No play comes back to a state (the graph is acyclic).
graph-cyclic = There is a cycle: { $cycle }
graph-attractor = { $layers ->
    [one] Attractor of { $player }, { $layers } layer:
   *[other] Attractor of { $player }, { $layers } layers:
}
graph-lost = Lost for { $player }: { $states }
graph-strategy = Optimal strategy of { $player } where it is not lost:
graph-too-large = States are listed for graphs of at most { $most }; --json lists all.
strategy-wins = The strategy wins every play for { $player }.
strategy-refuted = The strategy does not win for { $player }. A play that refutes it: { $play }
strategy-endless = The strategy does not win for { $player }. A play that goes on for ever: { $play }, back to { $again }
play-not-from-start = The play does not begin at the initial state.
play-not-complete = The play does not end at a final state.
play-follows = The play follows the strategy.
play-leaves = The play leaves the strategy at { $vertex }.
certificate-valid = The certificate is right: { $states } states checked.
certificate-invalid = The certificate is refused: { $why }

## Play

play-begin = { $game }. Type a move, or { $help }.
play-prompt = player { $player }>
play-machine = Player { $player } ({ $who }) plays { $move }.
play-won = Player { $player } wins.
play-drawn = A draw.
play-margin = Margin for player 1: { $margin }
play-resigned = Player { $player } resigns: player { $winner } wins.
play-no-undo = There is nothing to take back.
play-hint = A best move: { $move }
play-hint-estimate = A move that looks good (an estimate): { $move }
play-given-up = Given up after { $plies } plies: neither brings the game to an end.
play-help = A move by its name, or: undo, hint, moves, resign, quit.

## Books

book-figures = { $game }, { $plies } plies: { $positions } positions, { $bytes } bytes ({ $each } each), { $seconds } s
book-unknown = { $position } is not in this book.
book-valid = The book is right: { $positions } positions checked against their successors, { $solved } of the last ply solved again.
book-invalid = The book is refused: { $why }
book-solving = solving
book-progress = { $done } of { $total } positions, { $rate } per second, { $left } s left

## Tables

table-family = { $family }: { $positions } positions for the player to move: { $won } won, { $drawn } drawn, { $lost } lost; longest { $longest } plies, longest win { $win }
table-figures = { $game }: { $positions } positions for the player to move: { $won } won, { $lost } lost, { $drawn } drawn ({ $endless } of them endless); longest { $longest } plies. { $entries } entries, { $bytes } bytes, { $bits } bits per position ({ $outcomebits } for outcomes), { $seconds } s
table-from = It holds what can be reached from { $position }.
table-distance = { $plies } plies: { $won } won, { $lost } lost
table-lacks-position = { $position } is not in this table.
table-valid = The table is right: { $entries } entries read, { $compared } of them compared with their successors.
table-sound = No fault found: { $compared } of { $entries } entries compared with their successors, the first plies among them; counts, keys and checksums of all are right. --all compares every entry.
table-exported = { $rows } rows written to { $file } in { $seconds } s.
table-invalid = The table is refused: { $why }
table-listing = listing
table-valuing = valuing
table-writing = writing
table-checking = checking
table-plan = { $game }, { $way }: { $positions } positions, tiers: { $tiers }; { $memory } MB of memory, { $disk } MB of disk, very roughly { $seconds } s
table-at-most = at most { $positions }
table-at-least = at least { $positions }
table-way-layers = layer by layer from the end
table-way-levels = values spread from the ends
table-way-tiers = tier by tier from the last
table-way-whole = unfolded in memory
crew-done = Process { $process } has done its part in { $seconds } s; the first process has the table.
crew-counted = process { $process }: { $messages } messages, { $sent } MB sent, { $received } MB received, { $levels } times all waited for each other; { $cpu } s of processor, { $wait } s waited; at most { $memory } MB of memory
table-progress = { $stage }, layer { $layer }: { $done } of { $total } positions, { $rate } per second, { $left } s left

## Matches and statistics

match-games = { $games } games of { $game }.
match-side = { $player }: { $wins } won, { $rate }
match-draws = Draws: { $draws }
given-up = Given up because they did not end: { $games }
match-table = { $game }, { $games } games each: the first wins [95 % interval] / the second wins, by depth.
stats-games = { $games } random plays of { $game }.
stats-player = Player { $player } wins { $rate }
stats-draws = Draws { $rate }
stats-branching = Branching factor { $mean } (at most { $most })
stats-length = Length { $mean } plies ({ $least } to { $most })
stats-tree = About 10^{ $log } plays in the game tree (estimated)
counts-states = states
counts-games = games
counts-games-up-to-symmetry = games up to symmetry
stats-notes = The lecture notes' table: branching { $branching }, depth { $depth }, size 10^{ $log } (number of { $counts }).

## Pictures

picture-won = { $player } wins
picture-drawn = draw
picture-player = player { $player }
picture-start = start
picture-moves = { $player } moves
picture-layer = attractor of { $player }, layer n
picture-strategy = strategy
picture-play = play
picture-part = { $shown } of { $states } states
picture-nearest = { $shown } of { $states } states are drawn, those nearest to { $near }; moves to others are counted.
picture-levels = { $levels } of { $depth } levels are drawn, the rest is folded
picture-graph = A game graph of { $states } states and { $moves } moves; { $one } states are won for player 1, { $two } for player 2.
picture-graph-blank = A game graph of { $states } states and { $moves } moves.
picture-tree-blank = A tree with the values of its leaves; the others are to be found.
picture-max = Max
picture-min = Min
picture-to-move = Player { $player } is to move.
picture-wins = { $player } wins
picture-history = The value after each of the moves { $moves }, with best play from there on.
picture-strength = { $game }: { $games } games each
picture-strength-told = How often the row's player won, with the 95 % interval.
picture-rows = Rows: who begins
picture-columns = Columns: who answers
picture-distances = { $positions } positions for the player to move: { $won } won, { $lost } lost, { $drawn } drawn. Heights are square roots.
picture-table-won = won
picture-table-lost = lost
picture-plies = by plies to the end

## Learning weights

tune-sampling = sampling
tune-solving = solving
tune-playing = playing
tune-from-exact = exact outcomes, from ply { $plies } on
tune-from-selfplay = results of self-play, from ply { $plies } on
tune-learnt = { $game }: learnt from { $positions } positions ({ $held } of them held out), { $source }.
tune-loss = Log-loss on what was held out: { $hand } by hand, { $learnt } learnt (0.6931 knows nothing)
tune-accuracy = Won and lost positions told apart: { $hand } % by hand, { $learnt } % learnt
tune-match = { $games } games at depth { $depth } against { $hand }: { $wins } won, { $draws } drawn, { $losses } lost, score { $score }
tune-better = The learnt weights play better: the 95 % interval lies above 50 %.
tune-worse = The learnt weights play worse: the 95 % interval lies below 50 %.
tune-open = No gain is shown: the 95 % interval holds 50 %. More games may tell.

## Sizes and benches

sizes-title = { $game }, { $size }, the first number downwards. N: who begins wins; P: who answers wins; 1, 2: that player wins, whoever begins.
sizes-plies = In parentheses: plies to the end; with a stroke, if player 1 begins / if player 2 does.
advice-memory = Allow more with --memory.
advice-states = Allow more with --states.
advice-states-memory = Allow more with --states or --memory.
bench-head = case                  answer             nodes    seconds  M nodes/s  twin: seconds  ratio
bench-wrong = { $name }: WRONG: { $answer } instead of { $right }

## Games

games-options = options: { $list }
games-heuristics = heuristics: { $list }
games-examples = for example: { $list }
solved-by-search = solved by search to the end, remembering positions
solved-by-graph = solved by attractors on the graph
game-nim = Matches in heaps; take some from one heap; who cannot move loses (misere: wins).
game-chomp = Eat a square and all below and to the right of it; the top-left one is poisoned.
game-tictactoe = Three in a row on three by three.
game-mnk = LENGTH in a row on ROWS by COLUMNS.
game-connect4 = Drop discs into columns; four in a row win.
game-domineering = Dominoes on a board, player 1 vertically, player 2 horizontally; who cannot move loses.
game-teeko = Put four men each on five by five cells, then move them to neighbouring ones; four in a row or in a small square win.
game-morris = Six men's morris: put six men each on two squares, then slide them; three on a side take a hostile man; who has two left or cannot move loses.
game-dobutsu = Animal shogi on three by four cells: take the lion, or bring the own one to the last row.
game-othello = Discs on four by four, six by six or eight by eight cells are closed in and turned over; who has more in the end wins.
game-draughts = International draughts on ten by ten cells: take, and take the most; kings fly.
game-checkers = English draughts on eight by eight cells: take when you can; who cannot move loses.
game-chess = Chess; with men=KRK and the like, an endgame with a table of its own.
game-go = Go on a small board: stones and the points they surround; no position comes back.
game-kayles = A row of pins; knock down one or two neighbours; who cannot move loses (misere: wins).
game-wythoff = Two heaps; take from one of them, or as many from both; who cannot move loses (misere: wins).
game-euclid = Two numbers; take a multiple of the smaller from the larger; who cannot move loses (misere: wins).
game-juniper = Take numbers, each a divisor or a multiple of the last, the first one even; who cannot move loses (misere: wins).
game-awale = Sow seeds round twelve houses; twos and threes in hostile ones are taken; who has more wins.
game-sum = Several games of normal play side by side; move in one of them; who cannot move loses.
game-graph = A graph read from a file.
game-tree = A tree read from a JSON file, with a value at every node.

## The page

page-why-won = { $state } is final and won for { $player }: it is in A_0 of { $player }.
page-why-drawn-end = { $state } is final and drawn: it is in no attractor.
page-why-own = { $state } belongs to { $owner }, and its successor { $successor } is in A_{ $rank } of { $player }.
page-why-forced = { $state } belongs to { $owner }, and all its successors { $successors } are in A_{ $rank } of { $player }.
page-why-drawn = { $state } is in no attractor: { $owner } can go to { $successors }, where nobody wins, and has no move into an own attractor.
page-layer-first = A_0 of { $player }: the final states won for { $player }, { $states }.
page-layer = A_{ $rank } of { $player } adds { $states }: { $count } states now.
page-layer-nothing = A_{ $rank } of { $player } adds nothing: the attractor is complete with { $count } states.
page-root = the root
page-largest = the largest of its children
page-smallest = the smallest of its children
page-step = { $place }: { $value }, { $which }.
page-step-leaf = { $place }: { $value }, by the heuristic or at the end of play.
page-step-window = { $place }: { $value }, entered with alpha = { $alpha } and beta = { $beta }.
page-step-cut = Cut: { $cut }; the moves left are not looked at.
page-at = The page is at { $address }
page-stop = Ctrl-C ends it.
page-open-to-all = Note: { $address } can be reached from other machines; whoever reaches it can use this machine's processors.
