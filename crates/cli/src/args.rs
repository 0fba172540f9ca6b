//! What can be typed. English help stands here; French help in the messages, under `help-COMMAND` and `arg-NAME`.

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Solves, plays and shows two-player games of perfect information.
#[derive(Parser, Debug)]
#[command(name = "attractor", version, disable_help_subcommand = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Common {
    /// Answer as JSON (one object; one per line for batches)
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub json: bool,
    /// Threads to use
    #[arg(long, global = true, value_name = "N", help_heading = "Everywhere")]
    pub threads: Option<usize>,
    /// Memory that tables may take, such as 512M or 1.5G: bytes, or K, M, G, T of 1,024
    #[arg(long, global = true, value_name = "SIZE", default_value = "1G", help_heading = "Everywhere")]
    pub memory: String,
    /// Determines every random choice
    #[arg(long, global = true, value_name = "N", default_value_t = 1, help_heading = "Everywhere")]
    pub seed: u64,
    /// Answer from this opening book what it holds [default: the one ATTRACTOR_BOOK names, for the games it is of]
    #[arg(long, global = true, value_name = "FILE", help_heading = "Everywhere")]
    pub book: Option<String>,
    /// Answer from the tables in this folder what they hold
    #[arg(long, global = true, value_name = "DIR", help_heading = "Everywhere")]
    pub tables: Option<String>,
    /// Language of messages: fr or en [default: from the environment]
    #[arg(long, global = true, value_name = "LANG", help_heading = "Everywhere")]
    pub lang: Option<String>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Lists the games with their sizes, options, heuristics and how they can be solved
    Games {
        /// Only this game
        game: Option<String>,
    },
    /// Exact value of a position, its best moves and a principal line
    Solve {
        #[command(flatten)]
        at: At,
        /// Win, draw or loss only, and one move that keeps it, without distances: faster
        #[arg(long)]
        outcome: bool,
        /// Solve many positions: each line of the file holds a position's moves, an empty line the start
        #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position"])]
        batch: Option<String>,
    },
    /// Exact value of a position and of every legal move
    Analyse {
        #[command(flatten)]
        at: At,
        #[command(flatten)]
        picture: PictureArgs,
        /// Draw how the value went along --moves, instead of the board
        #[arg(long, requires_all = ["draw", "moves"])]
        history: bool,
        /// What the players are called in the picture, such as J0/J1 or Alice/Bob
        #[arg(long, value_name = "A/B", default_value = "1/2", requires = "draw")]
        names: String,
    },
    /// What a position is worth as part of a sum: its combinatorial value, for games in which who cannot move loses
    Value {
        #[command(flatten)]
        at: At,
    },
    /// Who wins on boards of every size, whoever begins: N who begins, P who answers, 1 or 2 that player
    Sizes {
        /// The game without its size, such as domineering, chomp or connect4
        #[arg(value_name = "GAME")]
        game: String,
        /// The largest board, such as 8x8 [default: the game's usual board]
        #[arg(long, value_name = "SIZE")]
        to: Option<String>,
        /// Win, draw or loss only, without distances
        #[arg(long)]
        outcome: bool,
    },
    /// The game graph: counts, attractors by layer, who wins where, strategies
    Graph(Box<GraphArgs>),
    /// Checks a certificate that `graph --certificate` or another program wrote
    Verify {
        /// The certificate
        file: String,
    },
    /// Min-max or alpha-beta to a depth, with every value and cut
    Tree {
        #[command(flatten)]
        at: At,
        /// Plies to look ahead; 0 is the heuristic's value of the position
        #[arg(long, value_name = "N")]
        depth: u32,
        /// The search
        #[arg(long, value_enum, default_value_t = AlgorithmArg::Minimax)]
        algorithm: AlgorithmArg,
        /// The heuristic, such as zero, cells, alignments=0/1/4/9 or @FILE of learnt weights [default: the game's first]
        #[arg(long, value_name = "NAME")]
        heuristic: Option<String>,
        /// Moves allowed, for both, at every node: 3,4,5
        #[arg(long, value_name = "MOVES")]
        only: Option<String>,
        /// Most nodes to show
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        most: u64,
        /// Leave the tree out: value, best moves and counts only
        #[arg(long)]
        summary: bool,
        #[command(flatten)]
        picture: PictureArgs,
        /// Draw small boards above the nodes
        #[arg(long, requires = "draw")]
        boards: bool,
        /// What the players are called, such as J0/J1 or Alice/Bob
        #[arg(long, value_name = "A/B", default_value = "1/2")]
        names: String,
        /// Levels below the root to draw; the rest is folded and counted [default: what a picture holds]
        #[arg(long, value_name = "N", requires = "draw")]
        levels: Option<usize>,
    },
    /// The best estimate within a time or to a depth, one ply deeper each time
    Search {
        #[command(flatten)]
        at: At,
        /// Plies to look ahead, at most
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=400))]
        depth: Option<u32>,
        /// For no longer than this [default: 5, unless --depth is given]
        #[arg(long, value_name = "S")]
        seconds: Option<f64>,
        /// The heuristic, such as zero, cells or alignments=0/1/4/9 [default: the game's first]
        #[arg(long, value_name = "NAME")]
        heuristic: Option<String>,
    },
    /// Number of sequences of exactly N plies
    Perft {
        #[command(flatten)]
        at: At,
        /// Plies
        #[arg(long, value_name = "N")]
        depth: u32,
        /// Also the number behind each first move
        #[arg(long)]
        divide: bool,
    },
    /// Random play: who wins how often, branching factor, length
    Stats {
        #[command(flatten)]
        at: At,
        /// Number of plays
        #[arg(long, value_name = "K", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
        games: u64,
    },
    /// A game at the terminal, against a machine or between any two players
    Play {
        #[command(flatten)]
        at: At,
        /// Begins: human, random, first, minimax:depth=4, careless:depth=3,mistakes=25, search:seconds=1, perfect, or a
        /// program: uci:command=stockfish, gtp:command=gnugo --mode gtp, hub:command=scan hub, nboard:command=PROGRAM
        #[arg(long, value_name = "PLAYER", default_value = "human")]
        first: String,
        /// Answers
        #[arg(long, value_name = "PLAYER", default_value = "minimax:depth=4")]
        second: String,
    },
    /// Games between two machines, with 95 % intervals over the games that end; depth=1-4 measures every depth against every depth
    Match {
        #[command(flatten)]
        at: At,
        /// Begins: random, first, minimax:depth=4, minimax:depth=4,heuristic=NAME, careless, search:seconds=1, perfect, or a
        /// program: uci:command=stockfish,elo=1500,seconds=0.1, gtp:command=gnugo --mode gtp, hub:command=scan hub,
        /// nboard:command=PROGRAM
        #[arg(long, value_name = "PLAYER")]
        first: String,
        /// Answers
        #[arg(long, value_name = "PLAYER")]
        second: String,
        /// Number of games
        #[arg(long, value_name = "K", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
        games: u64,
        /// Every other game begins with the second
        #[arg(long)]
        swap: bool,
        /// Draw the strength table: .svg, .png, .pdf, .tex, .tikz or .beamer.tex
        #[arg(long, value_name = "OUT")]
        draw: Option<String>,
    },
    /// Learns the weights of a heuristic, and plays a match against those set by hand
    Tune(TuneArgs),
    /// Opening books: exact values of all positions near the start, in a file
    #[command(subcommand)]
    Book(BookCommand),
    /// Solved tables: the exact value of every position that can be reached, on disk
    #[command(subcommand)]
    Table(TableCommand),
    /// Plays for another program's board: reads a protocol (UCI, GTP, Hub, NBoard) and answers in it
    Speak {
        /// The protocol: uci, gtp, hub or nboard
        #[arg(value_name = "PROTOCOL")]
        protocol: String,
        /// The game [default: chess for uci, go for gtp, draughts for hub, othello for nboard]
        #[arg(value_name = "SPEC")]
        spec: Option<String>,
        /// Who chooses the moves, such as minimax:depth=4 or perfect [default: search, as long as the clock allows]
        #[arg(long, value_name = "PLAYER")]
        player: Option<String>,
    },
    /// Serves the page: games, graphs, trees, matches and tables in a browser, on this machine alone unless told otherwise
    Serve(ServeArgs),
    /// Measures the solvers on known positions and checks every answer, beside a plain solver in the same run
    Bench {
        /// Only these, such as connect4-5x4 [default: all that are not long]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Those too that take longer than a few seconds
        #[arg(long)]
        long: bool,
    },
    /// Prints a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Prints the manual page, or writes one per command into a folder
    Man {
        /// Write attractor.1, attractor-solve.1, ... there
        #[arg(long, value_name = "DIR")]
        out: Option<String>,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum BookCommand {
    /// Solves all positions up to a ply and stores them; goes on where it was interrupted
    Build {
        /// The game: name[:size][,option[=value]]...
        #[arg(value_name = "SPEC")]
        spec: String,
        /// Plies from the start
        #[arg(long, value_name = "N")]
        plies: u32,
        /// The file; progress is kept beside it, in FILE.work
        #[arg(long, value_name = "FILE")]
        out: String,
    },
    /// What a book says of a position, without search; exit code 1 if it is not there
    Probe {
        /// The book
        #[arg(value_name = "FILE")]
        book_file: String,
        /// The position after these moves
        #[arg(long, value_name = "MOVES")]
        moves: Option<String>,
        /// The position in the game's notation
        #[arg(long, value_name = "TEXT")]
        position: Option<String>,
    },
    /// Game, plies, positions and size of a book
    Info {
        /// The book
        #[arg(value_name = "FILE")]
        book_file: String,
    },
    /// Checks every position of a book against its successors, and solves some again
    Verify {
        /// The book
        #[arg(value_name = "FILE")]
        book_file: String,
        /// Positions of the last ply to solve again
        #[arg(long, value_name = "K", default_value_t = 20)]
        sample: usize,
    },
}

#[derive(Args, Debug)]
pub(crate) struct TableBuild {
    #[command(flatten)]
    pub at: At,
    /// The folder of the finished table
    #[arg(long, value_name = "DIR", required_unless_present = "plan")]
    pub out: Option<String>,
    /// Where work in progress is kept [default: DIR.work]
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<String>,
    /// Only says what it will take: positions, memory, disk, time
    #[arg(long)]
    pub plan: bool,
    /// Build together with other processes: a file with a line MACHINE:PORT for each. The link between them is neither
    /// encrypted nor authenticated: use a private network or a tunnel
    #[arg(long, value_name = "FILE", requires = "process", conflicts_with_all = ["plan", "processes"])]
    pub hosts: Option<String>,
    /// Which line of the hosts file this process is, from 0 on
    #[arg(long, value_name = "I", requires = "hosts")]
    pub process: Option<usize>,
    /// Start so many processes on this machine, which share --memory and --threads
    #[arg(long, value_name = "N", conflicts_with = "plan")]
    pub processes: Option<usize>,
    /// Threads of each process [default: --threads; shared among --processes]
    #[arg(long, value_name = "N")]
    pub workers: Option<usize>,
    /// How many seconds to wait for other processes at the beginning
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    pub wait: u64,
    /// Seconds between two states that all processes keep, to go on from
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub save: f64,
    /// Stop when standard input ends: whoever started this process is gone
    #[arg(long, hide = true)]
    pub launched: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TableCommand {
    /// Solves every position that can be reached; goes on where it was interrupted
    Build(TableBuild),
    /// What a table says of a position; exit code 1 if it is not there
    Probe {
        /// The table's folder
        #[arg(value_name = "DIR")]
        table_dir: String,
        /// The position after these moves
        #[arg(long, value_name = "MOVES")]
        moves: Option<String>,
        /// The position in the game's notation
        #[arg(long, value_name = "TEXT")]
        position: Option<String>,
    },
    /// Positions won, lost and drawn, distances, and size of a table
    Info {
        /// The table's folder
        #[arg(value_name = "DIR")]
        table_dir: String,
        /// Draw how many positions are decided in how many plies: .svg, .png, .pdf, .tex, .tikz or .beamer.tex
        #[arg(long, value_name = "OUT")]
        draw: Option<String>,
    },
    /// Writes a table as a Parquet file: position, turn, outcome, draw, plies, images
    Export {
        /// The table's folder
        #[arg(value_name = "DIR")]
        table_dir: String,
        /// The file; one that is there is replaced
        #[arg(long, value_name = "FILE")]
        out: String,
    },
    /// Checks the whole file, and values against those of the successors
    Verify {
        /// The table's folder
        #[arg(value_name = "DIR")]
        table_dir: String,
        /// Positions to compare with their successors, chosen by chance
        #[arg(long = "sample", value_name = "K", default_value_t = 100_000)]
        compare: u64,
        /// Compare every position
        #[arg(long = "all", conflicts_with = "compare")]
        every: bool,
    },
}

/// A picture of the answer.
#[derive(Args, Debug)]
pub(crate) struct PictureArgs {
    /// Draw it: .svg, .png, .pdf, .tex (a document), .tikz (to include), .beamer.tex (slides) or .dot (graphs, trees)
    #[arg(long, value_name = "OUT")]
    pub draw: Option<String>,
    /// Leave out what is to be found: the exercise
    #[arg(long, requires = "draw")]
    pub blank: bool,
    /// The picture at this step, of those that slides have: a layer, a value found [default: all of it]
    #[arg(long, value_name = "N", requires = "draw")]
    pub step: Option<u32>,
    /// What stands above the picture [default: the game's name]
    #[arg(long, value_name = "TEXT", requires = "draw")]
    pub title: Option<String>,
}

/// A position of a game.
#[derive(Args, Debug)]
pub(crate) struct At {
    /// The game: name[:size][,option[=value]]..., such as connect4:5x4, nim:9,take=1-3,misere or graph:FILE; for `tree`
    /// also a tree's JSON file
    #[arg(value_name = "SPEC")]
    pub spec: String,
    /// The position after these moves
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// The position in the game's notation, such as "XO./.XO/... X"
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The game
    #[arg(value_name = "SPEC")]
    pub spec: String,
    /// The heuristic, such as alignments or features; its own weights are those set by hand [default: the first that has
    /// weights]
    #[arg(long, value_name = "NAME")]
    pub heuristic: Option<String>,
    /// Learn from exact outcomes or from the results of selfplay
    #[arg(long, value_name = "exact|selfplay", default_value = "exact")]
    pub from: String,
    /// Distinct positions to learn from; a fifth is held out
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    pub positions: u64,
    /// Games of the match against the weights set by hand; 0: no match
    #[arg(long, value_name = "K", default_value_t = 400)]
    pub games: u64,
    /// Plies that the players look ahead, in the match and in selfplay
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// Save the weights there: --heuristic @FILE reads them
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct GraphArgs {
    /// A game, or a file: .arena, .json, .py, .txt, .csv, .dot; - reads standard input
    #[arg(value_name = "SPEC|FILE")]
    pub target: String,
    /// Unfold from the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Unfold from this position
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Player 1's states: a rule such as "v < 4" or "v[1] == 'A'", a list 0,1,2,3, or double
    #[arg(long, value_name = "RULE")]
    pub owner: Option<String>,
    /// How the file is written: arena, json, python, lists, matrix, dot [default: found out]
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<String>,
    /// Who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// The initial state
    #[arg(long, value_name = "NAME")]
    pub start: Option<String>,
    /// Most states to unfold [default: what fits --memory]
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// Counts only
    #[arg(long, conflicts_with_all = ["check", "play"])]
    pub summary: bool,
    /// Check a strategy of --player: a file of lines NAME -> NAME, or a rule: first, last, optimal, always=MOVE
    #[arg(long, value_name = "FILE|RULE")]
    pub check: Option<String>,
    /// Whose strategy it is: 1 or 2
    #[arg(long, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub player: u8,
    /// Check a play: a file with the states along it
    #[arg(long, value_name = "FILE")]
    pub play: Option<String>,
    /// Write the graph in this form: arena, json, python, lists, matrix, dot
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["check", "play", "certificate", "summary"])]
    pub to: Option<String>,
    /// Where --to writes [default: standard output]
    #[arg(long, value_name = "FILE", requires = "to")]
    pub out: Option<String>,
    /// Write a certificate of the solution
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "play"])]
    pub certificate: Option<String>,
    /// Show A_n with all earlier layers, instead of what it adds
    #[arg(long)]
    pub cumulative: bool,
    /// What the players are called, such as J0/J1 or Alice/Bob
    #[arg(long, value_name = "A/B", default_value = "1/2")]
    pub names: String,
    #[command(flatten)]
    pub picture: PictureArgs,
    /// Columns of the picture: ply from the start, plies left to an end, or rank in the attractor
    #[arg(long, value_name = "ply|left|rank", default_value = "ply", requires = "draw")]
    pub columns: String,
    /// Draw small boards instead of names
    #[arg(long, requires = "draw")]
    pub boards: bool,
    /// Draw this player's attractor and strategy only: 1 or 2
    #[arg(long, value_name = "P", requires = "draw", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub attractor: Option<u8>,
    /// Draw the states nearest to this one [default: all, or those nearest to the start if there are too many]
    #[arg(long, value_name = "NAME", requires = "draw")]
    pub around: Option<String>,
    /// Draw at most so many states [default: all up to 2,000, else 60]
    #[arg(long, value_name = "N", requires = "draw")]
    pub vertices: Option<usize>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum AlgorithmArg {
    /// The whole tree
    Minimax,
    /// The same value, with branches cut
    AlphaBeta,
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port; 0: any that is free
    #[arg(long, value_name = "N", default_value_t = 7171)]
    pub port: u16,
    /// The address to listen on; another than 127.0.0.1 lets other machines in
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub address: std::net::IpAddr,
    /// A name of this machine that visitors may use in the address; may be given again
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// Seconds that one answer may take
    #[arg(long, value_name = "S", default_value_t = 20.0)]
    pub seconds: f64,
    /// Answers that are worked on at once [default: the number of processors]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Questions that may wait; more are turned away
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub waiting: usize,
}
