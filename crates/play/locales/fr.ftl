# Messages en français. Les erreurs y figurent sous leur identifiant.

error = erreur :
note = remarque :
did-you-mean = vouliez-vous dire { $word } ?

## Valeurs, pour le joueur qui a le trait

value-win = gagne
value-draw = fait match nul
value-draw-now = a fait match nul
value-loss = perd
value-win-now = a gagné
value-loss-now = a perdu
value-win-in = { $plies ->
    [one] gagne en { $plies } coup
   *[other] gagne en { $plies } coups
}
value-loss-in = { $plies ->
    [one] perd en { $plies } coup
   *[other] perd en { $plies } coups
}
value-draw-endless = fait match nul (partie sans fin)
value-win-by = gagne de { $margin }
value-draw-by = fait match nul
value-loss-by = perd de { $margin }

solved = Le joueur { $player }, qui a le trait, { $value }.
best-moves = Meilleurs coups : { $moves }
line = Variante : { $moves }
cost = { $nodes } nœuds, { $seconds } s
each-move = Chaque coup, pour le joueur { $player } qui le joue (* meilleur) :

## Valeurs combinatoires

worth = Valeur { $value } ({ $kind }) ; Gauche est le joueur 1, Droite le joueur 2.
worth-wins = Si le joueur 1 commence, le joueur { $left } gagne ; si le joueur 2 commence, le joueur { $right } gagne.
worth-heat = Moyenne { $mean }, température { $temperature }.
worth-number = un nombre
worth-nimber = un nimbre
worth-infinitesimal = un infinitésimal
worth-tepid = tiède : un nombre et un infinitésimal
worth-switch = un commutateur
worth-hot = chaud

## Arbres

tree-value = Valeur { $value } pour le joueur { $player }.
searched = Estimation { $value } pour le joueur 1, par { $heuristic }, { $depth } coups en avant.
progress-depth = profondeur { $depth }
progress-between = au moins { $low }, au plus { $high }
progress-nodes = { $nodes } M nœuds, { $rate } M/s
tree-visited = { $visited } nœuds visités sur { $nodes }.
tree-unvisited = non visité
tree-cut = coupure : { $condition }
tree-more = ... et encore { $nodes } nœuds ; --json les donne tous.

## Graphes

did-not-stop = Interrompu : le travail ne s'est pas arrêté de lui-même en { $milliseconds } ms.
unfolding = dépliage
graph-counts = { $states } états, { $moves } coups.
graph-merged = Successeurs répétés, réunis : { $count }.
graph-won = Gagnés pour { $player } : { $count }
graph-drawn = Nuls : { $count }
graph-draws = Parmi les nuls, { $final } peuvent finir dans un état nul et { $endless } signifient une partie sans fin.
graph-start-won = Depuis { $start }, le joueur { $player } gagne.
graph-start-drawn = Depuis { $start }, personne ne peut forcer le gain.
graph-bipartite = Les joueurs alternent (le graphe est biparti).
graph-not-bipartite = Les joueurs n'alternent pas : { $edge } reste chez le même joueur.
graph-acyclic = Aucune partie ne revient à un état (le graphe est acyclique).
graph-cyclic = Il y a un cycle : { $cycle }
graph-attractor = { $layers ->
    [one] Attracteur de { $player }, { $layers } couche :
   *[other] Attracteur de { $player }, { $layers } couches :
}
graph-lost = Perdus pour { $player } : { $states }
graph-strategy = Stratégie optimale de { $player } là où rien n'est perdu :
graph-too-large = Les états sont énumérés jusqu'à { $most } ; --json les donne tous.
strategy-wins = La stratégie gagne toute partie pour { $player }.
strategy-refuted = La stratégie n'est pas gagnante pour { $player }. Une partie qui la réfute : { $play }
strategy-endless = La stratégie n'est pas gagnante pour { $player }. Une partie qui ne finit pas : { $play }, retour à { $again }
play-not-from-start = La partie ne commence pas à l'état initial.
play-not-complete = La partie ne finit pas dans un état final.
play-follows = La partie suit la stratégie.
play-leaves = La partie quitte la stratégie en { $vertex }.
certificate-valid = Le certificat est juste : { $states } états vérifiés.
certificate-invalid = Le certificat est refusé : { $why }

## Jouer

play-begin = { $game }. Tapez un coup, ou { $help }.
play-prompt = joueur { $player }>
play-machine = Le joueur { $player } ({ $who }) joue { $move }.
play-won = Le joueur { $player } gagne.
play-drawn = Match nul.
play-margin = Écart pour le joueur 1 : { $margin }
play-resigned = Le joueur { $player } abandonne : le joueur { $winner } gagne.
play-no-undo = Il n'y a rien à reprendre.
play-hint = Un meilleur coup : { $move }
play-hint-estimate = Un coup qui semble bon (une estimation) : { $move }
play-given-up = Partie abandonnée après { $plies } coups : aucun des deux ne la mène à sa fin.
play-help = Un coup par son nom, ou : annuler, conseil, coups, abandonner, quitter.

## Bibliothèques d'ouvertures

book-figures = { $game }, { $plies } coups : { $positions } positions, { $bytes } octets ({ $each } chacune), { $seconds } s
book-unknown = { $position } n'est pas dans cette bibliothèque.
book-valid = La bibliothèque est juste : { $positions } positions vérifiées par leurs successeurs, { $solved } du dernier coup résolues à nouveau.
book-invalid = La bibliothèque est refusée : { $why }
book-solving = résolution
book-progress = { $done } positions sur { $total }, { $rate } par seconde, encore { $left } s

## Tables

table-family = { $family } : { $positions } positions pour qui doit jouer : { $won } gagnées, { $drawn } nulles, { $lost } perdues ; au plus { $longest } demi-coups, { $win } pour gagner
table-figures = { $game } : { $positions } positions, pour qui doit jouer : { $won } gagnées, { $lost } perdues, { $drawn } nulles (dont { $endless } sans fin) ; la plus longue { $longest } coups. { $entries } entrées, { $bytes } octets, { $bits } bits par position ({ $outcomebits } pour les issues), { $seconds } s
table-from = Elle contient ce qui est accessible depuis { $position }.
table-distance = { $plies } coups : { $won } gagnées, { $lost } perdues
table-lacks-position = { $position } n'est pas dans cette table.
table-valid = La table est juste : { $entries } entrées lues, dont { $compared } comparées à leurs successeurs.
table-sound = Aucune faute trouvée : { $compared } entrées sur { $entries } comparées à leurs successeurs, dont les premiers coups ; comptes, clés et sommes de contrôle de toutes sont justes. --all compare chaque entrée.
table-exported = { $rows } lignes écrites dans { $file } en { $seconds } s.
table-invalid = La table est refusée : { $why }
table-listing = énumération
table-valuing = évaluation
table-writing = écriture
table-checking = vérification
table-plan = { $game }, { $way } : { $positions } positions, niveaux : { $tiers } ; { $memory } Mo de mémoire, { $disk } Mo de disque, très approximativement { $seconds } s
table-at-most = au plus { $positions }
table-at-least = au moins { $positions }
table-way-layers = couche par couche depuis la fin
table-way-levels = valeurs propagées depuis les fins
table-way-tiers = niveau par niveau depuis le dernier
table-way-whole = dépliée en mémoire
crew-done = Le processus { $process } a fait sa part en { $seconds } s ; le premier processus a la table.
crew-counted = processus { $process } : { $messages } messages, { $sent } Mo envoyés, { $received } Mo reçus, { $levels } attentes communes ; { $cpu } s de processeur, { $wait } s d'attente ; au plus { $memory } Mo de mémoire
table-progress = { $stage }, couche { $layer } : { $done } positions sur { $total }, { $rate } par seconde, encore { $left } s

## Matchs et statistiques

match-games = { $games } parties de { $game }.
match-side = { $player } : { $wins } gagnées, { $rate }
match-draws = Nulles : { $draws }
given-up = Abandonnées parce qu'elles ne finissaient pas : { $games }
match-table = { $game }, { $games } parties chacune : gains du premier [intervalle à 95 %] / gains du second, selon la profondeur.
stats-games = { $games } parties au hasard de { $game }.
stats-player = Le joueur { $player } gagne { $rate }
stats-draws = Nulles { $rate }
stats-branching = Facteur de branchement { $mean } (au plus { $most })
stats-length = Longueur { $mean } coups ({ $least } à { $most })
stats-tree = Environ 10^{ $log } parties dans l'arbre du jeu (estimation)
counts-states = états
counts-games = parties
counts-games-up-to-symmetry = parties à symétrie près
stats-notes = Table des notes de cours : branchement { $branching }, profondeur { $depth }, taille 10^{ $log } (nombre de { $counts }).

## Apprendre des poids

tune-sampling = échantillonnage
tune-solving = résolution
tune-playing = match
tune-from-exact = issues exactes, à partir du coup { $plies }
tune-from-selfplay = résultats de parties contre soi-même, à partir du coup { $plies }
tune-learnt = { $game } : appris sur { $positions } positions (dont { $held } mises de côté), { $source }.
tune-loss = Perte logarithmique sur les positions mises de côté : { $hand } à la main, { $learnt } appris (0,6931 ne sait rien)
tune-accuracy = Positions gagnées et perdues bien distinguées : { $hand } % à la main, { $learnt } % appris
tune-match = { $games } parties à la profondeur { $depth } contre { $hand } : { $wins } gagnées, { $draws } nulles, { $losses } perdues, score { $score }
tune-better = Les poids appris jouent mieux : l'intervalle à 95 % est au-dessus de 50 %.
tune-worse = Les poids appris jouent moins bien : l'intervalle à 95 % est au-dessous de 50 %.
tune-open = Aucun gain n'est démontré : l'intervalle à 95 % contient 50 %. Plus de parties le diraient peut-être.
## Tailles et mesures

sizes-title = { $game }, { $size }, le premier nombre vers le bas. N : qui commence gagne ; P : qui répond gagne ; 1, 2 : ce joueur gagne, qui que ce soit qui commence.
sizes-plies = Entre parenthèses : le nombre de coups jusqu'à la fin ; avec une barre, si le joueur 1 commence / si c'est le joueur 2.
advice-memory = Permettez-en plus avec --memory.
advice-states = Permettez-en plus avec --states.
advice-states-memory = Permettez-en plus avec --states ou --memory.
bench-head = cas                   réponse            nœuds   secondes  M nœuds/s  jumeau : s     rapport
bench-wrong = { $name } : FAUX : { $answer } au lieu de { $right }

## Jeux

games-options = options : { $list }
games-heuristics = heuristiques : { $list }
games-examples = par exemple : { $list }
solved-by-search = résolu par une recherche jusqu'à la fin qui mémorise les positions
solved-by-graph = résolu par les attracteurs du graphe

## Aide de la commande

help-attractor = Résout, joue et montre des jeux à deux joueurs à information complète.
help-everywhere = Partout
help-games = Énumère les jeux, leurs tailles, options, heuristiques et comment on les résout
help-solve = Valeur exacte d'une position, meilleurs coups, variante principale
help-analyse = Valeur exacte d'une position et de chaque coup légal
help-value = Ce que vaut une position dans une somme : sa valeur combinatoire, pour les jeux où qui ne peut plus jouer perd
help-sizes = Qui gagne sur les plateaux de toute taille, qui que ce soit qui commence : N qui commence, P qui répond, 1 ou 2 ce joueur
help-bench = Mesure les solveurs sur des positions connues et vérifie chaque réponse, à côté d'un solveur simple dans la même exécution
help-graph = Le graphe du jeu : nombres, attracteurs par couche, qui gagne où, stratégies
help-verify = Vérifie un certificat écrit par graph --certificate ou par un autre programme
help-tree = Min-max ou alpha-bêta à une profondeur, avec chaque valeur et chaque coupure
help-search = La meilleure estimation dans un temps ou jusqu'à une profondeur, un coup plus loin à chaque fois
help-perft = Nombre de suites d'exactement N coups
help-stats = Parties au hasard : qui gagne, facteur de branchement, longueur
help-play = Une partie au terminal, contre une machine ou entre deux joueurs quelconques
help-match = Parties entre deux machines, avec intervalles à 95 % parmi celles qui finissent ; depth=1-4 mesure chaque profondeur contre chaque profondeur
help-tune = Apprend les poids d'une heuristique, et joue un match contre ceux choisis à la main
help-book = Bibliothèques d'ouvertures : valeurs exactes de toutes les positions proches du départ, dans un fichier
help-book-build = Résout toutes les positions jusqu'à un coup et les conserve ; reprend là où il a été interrompu
help-book-probe = Ce qu'une bibliothèque dit d'une position, sans recherche ; code de sortie 1 si elle n'y est pas
help-book-info = Jeu, coups, positions et taille d'une bibliothèque
help-table = Tables résolues : la valeur exacte de chaque position accessible, sur disque
help-table-build = Résout chaque position accessible ; reprend là où il a été interrompu
help-table-probe = Ce qu'une table dit d'une position ; code de sortie 1 si elle n'y est pas
help-table-info = Positions gagnées, perdues et nulles, distances, et taille d'une table
help-table-export = Écrit une table en fichier Parquet : position, turn, outcome, draw, plies, images
help-table-verify = Vérifie tout le fichier, et les valeurs par celles des successeurs
help-book-verify = Vérifie chaque position d'une bibliothèque par ses successeurs, et en résout certaines à nouveau
help-speak = Joue pour l'échiquier ou le damier d'un autre programme : lit un protocole (UCI, GTP, Hub, NBoard) et y répond
help-serve = Sert la page : jeux, graphes, arbres, matchs et tables dans un navigateur, sur cette machine seule sauf indication contraire
help-completions = Écrit un script de complétion pour un interpréteur de commandes
help-man = Écrit la page de manuel, ou une par commande dans un dossier
arg-json = Répondre en JSON (un objet ; un par ligne pour les lots)
arg-threads = Fils d'exécution à utiliser
arg-memory = Mémoire que les tables peuvent prendre, comme 512M ou 1.5G : des octets, ou K, M, G, T de 1 024
arg-seed = Détermine tous les choix au hasard
arg-lang = Langue des messages : fr ou en [par défaut : celle de l'environnement]
arg-book = Répondre avec cette bibliothèque d'ouvertures ce qu'elle contient [par défaut : celle que nomme ATTRACTOR_BOOK, pour les jeux dont elle est]
arg-tables = Répondre avec les tables de ce dossier ce qu'elles contiennent
arg-table-dir = Le dossier de la table
arg-plan = Dire seulement ce qu'il faudra : positions, mémoire, disque, temps
arg-hosts = Construire avec d'autres processus : un fichier d'une ligne MACHINE:PORT pour chacun. Le lien entre eux n'est ni chiffré ni authentifié : réseau privé ou tunnel
arg-process = Quelle ligne du fichier est ce processus, à partir de 0
arg-processes = Lancer autant de processus sur cette machine ; ils se partagent --memory et --threads
arg-workers = Fils de chaque processus [par défaut : --threads, partagés entre --processes]
arg-wait = Secondes pendant lesquelles on attend les autres processus au début
arg-save = Secondes entre deux états que tous les processus gardent pour pouvoir reprendre
arg-scratch = Où garder le travail en cours [par défaut : DIR.work]
arg-compare = Positions à comparer à leurs successeurs, choisies au hasard
arg-every = Comparer chaque position
arg-book-file = La bibliothèque
arg-plies = Coups depuis le départ
arg-build-out = Le fichier ; l'avancement est gardé à côté, dans FICHIER.work
arg-build-moves = Seulement ce qui est accessible après ces coups
arg-build-position = Seulement ce qui est accessible depuis cette position
arg-export-out = Le fichier ; s'il existe, il est remplacé
arg-sample = Positions du dernier coup à résoudre à nouveau
arg-game = Seulement ce jeu
arg-spec = Le jeu : nom[:taille][,option[=valeur]]..., comme connect4:5x4, nim:9,take=1-3,misere ou graph:FICHIER ; pour tree aussi le fichier JSON d'un arbre
arg-moves = La position après ces coups
arg-graph-moves = Déplier depuis la position après ces coups
arg-position = La position dans la notation du jeu, comme "XO./.XO/... X"
arg-graph-position = Déplier depuis cette position
arg-outcome = Seulement gagné, nul ou perdu, et un coup qui le garde, sans distance : plus rapide
arg-batch = Résoudre beaucoup de positions : chaque ligne du fichier contient les coups d'une position, une ligne vide le départ
arg-file = Le certificat
arg-depth = Profondeur en coups
arg-search-depth = Coups à regarder en avant, au plus
arg-search-seconds = Pas plus longtemps que cela [par défaut : 5, sauf si --depth est donné]
arg-tree-depth = Coups à regarder en avant ; 0 est la valeur de l'heuristique en cette position
arg-algorithm = La recherche
arg-heuristic = L'heuristique, comme zero, cells, alignments=0/1/4/9 ou @FICHIER de poids appris [par défaut : la première du jeu]
arg-tune-heuristic = L'heuristique, comme alignments ou features ; ses propres poids sont ceux choisis à la main [par défaut : la première qui a des poids]
arg-draw = Dessiner : .svg, .png, .pdf, .tex (un document), .tikz (à inclure), .beamer.tex (des diapositives) ou .dot (graphes, arbres)
arg-blank = Laisser de côté ce qui est à trouver : l'exercice
arg-step = L'image à cette étape, de celles que les diapositives ont : une couche, une valeur trouvée [par défaut : tout]
arg-title = Ce qui figure au-dessus de l'image [par défaut : le nom du jeu]
arg-history = Dessiner comment la valeur a évolué le long de --moves, au lieu du plateau
arg-boards = Dessiner de petits plateaux
arg-levels = Niveaux sous la racine à dessiner ; le reste est replié et compté [par défaut : ce que l'image peut contenir]
arg-columns = Colonnes de l'image : ply (coups depuis le départ), left (coups qui restent au plus) ou rank (rang dans l'attracteur)
arg-attractor = Dessiner l'attracteur et la stratégie de ce joueur seulement : 1 ou 2
arg-around = Dessiner les états les plus proches de celui-ci [par défaut : tous, ou les plus proches du départ s'ils sont trop nombreux]
arg-vertices = Dessiner au plus ce nombre d'états [par défaut : tous jusqu'à 2 000, sinon 60]
arg-tune-from = Apprendre des issues exactes (exact) ou des résultats de parties contre soi-même (selfplay)
arg-tune-games = Parties du match contre les poids choisis à la main ; 0 : pas de match
arg-tune-depth = Coups que les joueurs regardent en avant, dans le match et contre soi-même
arg-tune-out = Enregistrer les poids : --heuristic @FICHIER les lit
arg-positions = Positions distinctes dont on apprend ; un cinquième est mis de côté
arg-only = Coups permis, aux deux joueurs, à chaque nœud : 3,4,5
arg-most = Nombre maximal de nœuds à montrer
arg-summary = Seulement les nombres
arg-divide = Aussi le nombre derrière chaque premier coup
arg-games = Nombre de parties
arg-first = Commence : human, random, first, minimax:depth=4, minimax:depth=4,heuristic=NOM, careless, search:seconds=1, perfect, ou un programme : uci:command=stockfish,elo=1500,seconds=0.1, gtp:command=gnugo --mode gtp, hub:command=scan hub, nboard:command=PROGRAMME
arg-second = Répond
arg-swap = Une partie sur deux commence par le second
arg-shell = L'interpréteur de commandes
arg-out = Où écrire
arg-target = Un jeu, ou un fichier : .arena, .json, .py, .txt, .csv, .dot ; - lit l'entrée standard
arg-owner = États du joueur 1 : une règle comme "v < 4" ou "v[1] == 'A'", une liste 0,1,2,3, ou double
arg-from = Forme du fichier : arena, json, python, lists, matrix, dot [par défaut : reconnue]
arg-misere = Qui ne peut plus jouer gagne
arg-start = L'état initial
arg-states = Nombre maximal d'états à déplier [par défaut : ce que permet --memory]
arg-check = Tester une stratégie de --player : un fichier de lignes NOM -> NOM, ou une règle : first, last, optimal, always=COUP
arg-protocol = Le protocole : uci, gtp, hub ou nboard
arg-speak-spec = Le jeu [par défaut : chess pour uci, go pour gtp, draughts pour hub, othello pour nboard]
arg-speak-player = Qui choisit les coups, comme minimax:depth=4 ou perfect [par défaut : search, tant que la pendule le permet]
arg-player = De qui est la stratégie : 1 ou 2
arg-play = Tester une partie : un fichier avec les états successifs
arg-to = Écrire le graphe sous cette forme : arena, json, python, lists, matrix, dot
arg-sizes-game = Le jeu sans sa taille, comme domineering, chomp ou connect4
arg-sizes-to = Le plus grand plateau, comme 8x8 [par défaut : le plateau habituel du jeu]
arg-sizes-outcome = Seulement gagné, nul ou perdu, sans distance
arg-serve-port = Le port ; 0 : n'importe lequel qui est libre
arg-serve-address = L'adresse d'écoute ; une autre que 127.0.0.1 laisse entrer d'autres machines
arg-serve-hosts = Un nom de cette machine que les visiteurs peuvent utiliser dans l'adresse ; peut être répété
arg-serve-seconds = Secondes qu'une réponse peut prendre
arg-serve-jobs = Réponses préparées à la fois [par défaut : le nombre de processeurs]
arg-serve-waiting = Questions qui peuvent attendre ; les autres sont renvoyées
arg-bench-names = Seulement ceux-ci, comme connect4-5x4 [par défaut : tous ceux qui ne sont pas longs]
arg-long = Aussi ceux qui prennent plus que quelques secondes
arg-certificate = Écrire un certificat de la solution
arg-cumulative = Montrer A_n avec toutes les couches précédentes, au lieu de ce qu'il ajoute
arg-names = Comment s'appellent les joueurs, comme J0/J1 ou Alice/Bob

## Erreurs

bad-cell = { $text } n'est pas une case ; on attend { $expected }
bad-depth = la profondeur de { $player } est un nombre de 1 à 100 ou un intervalle comme 1-4, et non { $value }
bad-entry = un coefficient vaut 0 ou 1, et non { $found }
bad-first = first= dans { $spec } vaut 1 ou 2, et non { $option }
bad-heap-count = { $found } tas sont donnés ; ce jeu en a { $expected }
bad-heaps = les tas de { $spec } sont des nombres jusqu'à 65535 comme 3+4+5, et non { $option }
bad-json = ceci n'est pas du JSON : { $message }
bad-memory = une taille est un nombre d'octets à partir de 1K, comme 512M, 1.5G ou 1000000, et non { $size }
bad-names = les noms des joueurs sont deux, comme Alice/Bob, et non { $names }
bad-number = { $text } n'est pas un nombre entier de { $low } à { $high }
bad-owner = un propriétaire vaut 1 ou 2, et non { $found }
bad-part-count = { $found } parties sont données ; cette somme en a { $expected }
bad-result = un résultat vaut 1, 2 ou draw, et non { $found }
bad-row-count = { $found } lignes sont données ; ce plateau en a { $expected }
bad-row-length = une ligne a { $found } cases ; ce plateau a { $expected } colonnes
bad-size = la taille dans { $spec } est faite de deux nombres comme 4x5, et non { $option }
bad-successors = les successeurs de { $vertex } ne sont pas une liste : { $found }
bad-sum = { $text } n'est pas une somme : écrivez [partie ++ partie] puis le joueur qui a le trait
bad-take = take= dans { $spec } est un intervalle comme 1-3 ou une liste comme 1/3/4, et non { $option }
bad-turn = { $text } n'est pas le joueur qui a le trait ; on attend { $expected }
bad-weight = { $part } dans { $text } n'est pas un poids : on attend un nombre
bad-weights = { $text } a { $found } poids ; on en attend { $expected }, comme { $example }
book-cut-off = la bibliothèque { $file } est coupée après { $length } octets
book-damaged = la bibliothèque { $file } est abîmée près de l'octet { $byte }
book-form = { $file } n'est pas écrite comme l'est une bibliothèque qui contient ces positions
book-keys = les clés de { $game } n'ont pas { $bits } bits ; une bibliothèque en contient de 1 à 128
book-scores = { $game } a des scores au-delà de { $most }, le plus grand qu'une bibliothèque peut contenir
book-exists = { $file } existe déjà : une bibliothèque de { $book }, { $plies } coups ; supprimez-la, ou choisissez un autre --out
book-folder = { $file } est un dossier, et une bibliothèque est un fichier : choisissez un autre --out
book-lacks = il manque { $position } dans la bibliothèque
book-no-tactics = il n'y a pas de bibliothèque pour { $game } : il en existe pour les jeux qui ont des tactiques
book-other-game = { $file } est une bibliothèque de { $book }, et non de { $game }
book-other-keys = { $file } a été construite par une autre version de ce programme, dont les clés diffèrent : construisez-la à nouveau
book-stopped = arrêté avec { $done } positions résolues sur { $total } ; elles sont gardées, et la même commande reprend de là
book-stray = la bibliothèque a { $count } clés, ses positions en ont { $right }
book-version = { $file } est une bibliothèque de version { $got } ; ce programme lit { $expected }
book-work-other = { $file } contient l'avancement d'une autre bibliothèque ; supprimez-le, ou choisissez un autre --out
book-wrong = { $position } : la bibliothèque dit { $says }, c'est { $right }
cannot-read = impossible de lire { $file } : { $why }
cannot-write = impossible d'écrire { $file } : { $why }
certificate-checksum = { $file } est abîmé : sa somme de contrôle est { $got }, son contenu donne { $right }
certificate-end = { $file } : la somme de contrôle vient en dernier, car elle couvre ce qui la précède
certificate-json = { $file } n'est pas du JSON valable : { $why }
certificate-owners = { $file } ne dit pas à qui sont les sommets de son graphe
certificate-no-arena = il manque à { $file } le graphe sur lequel porte l'affirmation
certificate-section = { $section } dans { $file } doit être un objet
certificate-value = { $file } : { $value } ne peut être affirmé de { $vertex }
certificate-version = { $file } est un certificat de version { $got } ; ce programme lit { $expected }
certificate-vertex = { $file } nomme { $vertex }, qui n'est pas un sommet de son graphe
claim-empty = le graphe n'a pas de sommet : rien n'est affirmé
claim-escape = { $vertex } : dit perdu, mais { $to } ne l'est pas
claim-final-rank = { $vertex } : le rang d'un état final est 0
claim-final-winner = { $vertex } : le gagnant de cet état final est un autre
claim-gives-up-draw = { $vertex } : la stratégie renonce au match nul
claim-length = l'affirmation donne { $what } pour { $given } sommets, le graphe en a { $states }
claim-missed-win = { $vertex } : dit nul, mais { $to } gagne pour son propriétaire
claim-no-draw = { $vertex } : dit nul, mais tous les coups perdent
claim-no-move = { $vertex } : la stratégie va vers { $to }, qui n'est pas un coup
claim-no-winning-move = { $vertex } : dit gagné, mais aucun coup ne mène à un gain
claim-rank = { $vertex } : le rang devrait être { $rank }
claim-rank-and-winner = { $vertex } : un état gagné a un rang, un état nul n'en a pas
claim-short-resistance = { $vertex } : la stratégie ne résiste pas aussi longtemps que possible
claim-silent = { $vertex } : gagné pour son propriétaire, mais la stratégie ne dit rien
claim-slow-move = { $vertex } : la stratégie ne va pas dans la couche précédente
claim-value = { $position } : { $claimed } affirmé, mais ses coups donnent { $right }
count-too-large = il y a plus de suites que 64 bits ne peuvent en compter
cyclic-game = une partie de ce jeu peut revenir à une position : la recherche exacte ne peut le résoudre, le dépliage en graphe le peut
duplicate-field = { $field } est donné deux fois
duplicate-vertex = { $vertex } est donné deux fois ; d'abord à la ligne { $line }
empty-graph = le graphe de { $option } n'a pas d'état où jouer
empty-play = une partie a au moins un état
file-not-game = { $file } est un fichier, pas un jeu : écrivez graph:{ $file }, ou tree:{ $file } pour un arbre
file-missing = { $spec } demande un fichier, comme { $option }
flag-for-files = { $flag } est pour les graphes lus dans un fichier ; { $spec } est un jeu
flag-for-games = { $flag } est pour les jeux ; { $spec } est un graphe : utilisez --start
floating-stone = il n'y a rien sous ce { $text }
human-not-here = une personne ne peut s'asseoir qu'au plateau de la commande play
illegal-move = { $move } n'est pas un coup légal ici ; coups légaux : { $legal }
lost-all = une { $format } ne dit que les coups : noms, propriétaires, résultats et état initial ne sont pas écrits
lost-names = { $format } n'ont pas de noms : les sommets sont écrits comme des nombres
memory-exceeded = il faut au moins { $needed } Mo de mémoire, et { $limit } Mo sont permis
memory-limit = ceci ne tient pas dans { $memory } octets de mémoire ; { $positions } positions y tenaient
move-never-legal = le coup { $move } n'est légal nulle part dans ce jeu
no-game-named = { $spec } ne nomme aucun jeu ; un jeu s'écrit nom:taille,option=valeur
no-graph = il n'y a pas de graphe ici : on attend { $expected }
no-owner = { $vertex } n'a pas de propriétaire (sommets sans propriétaire : { $count })
no-player = un joueur n'a pas pu être préparé
no-position-text = les positions de ce jeu ne peuvent être tapées ; donnez les coups qui y mènent
no-such-graph = { $file } n'est ni un fichier ni un jeu
no-such-strategy = { $rule } n'est ni un fichier de lignes NOM -> NOM ni une règle : { $rules }
no-thread = il faut au moins un fil d'exécution
no-threads = les fils d'exécution ne peuvent démarrer : { $why }
not-a-table = { $file } n'est pas une table
crew-absent = le processus { $process } en { $address } ne s'est pas montré en { $seconds } secondes ; lancez-le avec la même commande, ou attendez plus longtemps avec --wait
crew-address = { $word } n'est pas une adresse MACHINE:PORT : { $why }
crew-confused = des processus de cette construction ne se comprennent pas ; sont-ils le même programme ?
crew-differs = le processus { $process } en { $address } a été lancé avec un autre { $what } : { $theirs }, ici { $ours } ; tous les processus d'une construction prennent le même programme et la même commande
crew-killed = le processus { $process } a été arrêté de l'extérieur ({ $status }) ; la même commande reprend, avec n'importe quel nombre de processus
crew-listen = impossible d'écouter en { $address } : { $why }
crew-lost = le processus { $process } en { $address } a disparu : { $why }
crew-lost-kept = le processus { $process } en { $address } a disparu : { $why } ; le travail fait est gardé dans { $file } : relancez tous les processus, autant qu'il y en a maintenant, et ils reprennent de là
crew-many = on ne peut pas lancer { $processes } processus ; de 1 à 256, oui
crew-nobody = { $file } ne nomme aucun processus ; écrivez une ligne MACHINE:PORT pour chacun
crew-number = il n'y a pas de processus { $process } : le fichier en nomme { $count }, comptés à partir de 0
crew-layers-memory = la couche { $layer } demande au moins { $need } Mo de mémoire par fil d'exécution, et { $memory } Mo sont permis ; permettez-en plus avec --memory, ou faites participer plus de processus
crew-piece = { $file } manque dans { $folder } et dans les dossiers de tous les autres processus ; lancez aussi le processus qui l'a, copiez-le ici, ou supprimez tout le travail pour recommencer
crew-same = deux processus disent être le processus { $process } ; à chacun son --process
crew-seconds = { $seconds } n'est pas une durée en secondes
crew-start = impossible de lancer des processus : { $why }
crew-stopped = le processus { $process } en { $address } s'est arrêté : { $why }
crew-stopped-kept = le processus { $process } en { $address } s'est arrêté : { $why } ; le travail fait est gardé dans { $file } : relancez tous les processus, autant qu'il y en a maintenant, et ils reprennent de là
crew-stranger = ce qui répond en { $address } n'est pas le processus { $process } de cette construction ; le port est-il pris par un autre programme ?
crew-threads = le système ne donne plus de fils : { $why }
crew-twice = { $word } est déjà l'adresse du processus { $process } ; à chacun la sienne
crew-way = { $game } n'a ni couches ni coups que l'on peut défaire, ou est une finale, et sa table est construite par un seul processus ; enlevez --processes et --hosts
table-work-many = { $file } contient le travail de processus qui construisent ensemble ; continuez avec --processes ou --hosts, supprimez-le, ou choisissez un autre --scratch
table-work-one = { $file } contient le travail d'une construction par un seul processus ; continuez sans --processes ni --hosts, supprimez-le, ou choisissez un autre --scratch
table-busy = une autre construction est à l'œuvre dans { $file }
table-damaged = { $file } est abîmé ou coupé
table-check-memory = comparer toutes les entrées demande au moins { $need } Mo de mémoire, et { $memory } Mo sont permis ; permettez-en plus avec --memory, ou comparez-en une partie
table-empty = la table ne contient aucune position, pas même celle de départ
table-count = l'en-tête de la table dit { $name } { $said }, et ses entrées en font { $right }
table-gap = le bloc { $block } ne commence pas là où finit le précédent
table-key = { $key }, dans la couche { $layer }, n'est la clé d'aucune position
table-keys = les clés du bloc { $block } ne sont pas écrites comme les donnent son répertoire et l'index
table-layers-memory = cette table demande au moins { $need } Mo de mémoire, et { $memory } Mo sont permis ; permettez-en plus avec --memory, ou prenez moins de --threads
table-numbers = { $size } numéros sont plus que les { $most } que cette manière de résoudre peut distinguer
table-order = les clés du bloc { $block } ne sont pas dans l'ordre, ou l'une d'elles y est deux fois
table-same-text = deux positions s'écrivent toutes deux { $position } ; une table les distingue par leur texte
table-states = les { $states } positions et { $moves } coups trouvés jusqu'ici demandent au moins { $need } Mo de mémoire, et { $memory } Mo sont permis ; permettez-en plus avec --memory
table-stray = la table contient { $position }, où le jeu ne mène pas
table-text = une position prend { $bytes } octets de texte, plus que les { $most } qu'une table peut contenir
table-values = le bloc { $block } contient des valeurs sans signification, qui ne sont pas celles qu'une table écrit
table-export-inside = { $file } est dans le dossier de la table elle-même ; choisissez un autre --out
table-export-stopped = arrêté ; aucun fichier n'a été écrit
table-lacks = il manque { $position } dans la table
table-levels = une partie prend plus de { $most } coups, plus que cette manière de résoudre ne peut dire
table-moves = une position a { $moves } coups, plus que les { $most } que cette manière de résoudre peut compter
table-tier = un niveau de { $size } numéros avec { $moves } coups demande { $need } Mo de mémoire ; permettez-en plus avec --memory
table-no-memory = le système n'a plus { $bytes } octets de mémoire : { $why }
table-memory = { $size } numéros demandent au moins { $need } Mo de mémoire ; permettez-en plus avec --memory
table-margin = { $game } compte des écarts, et les tables ne contiennent que gagné, nul ou perdu
table-other = { $file } contient la table de { $other } ; choisissez un autre --out
table-stopped = arrêté ; le travail fait est gardé dans { $file }, et la même commande reprend de là
table-other-game = la table est celle de { $table }, et non de { $game }
table-too-long = une partie prend plus de { $most } coups, plus qu'une table ne peut dire
table-unknown = la table ne contient pas { $position } ; elle contient ce qui est accessible depuis sa position de départ
table-version = { $file } est de version { $found } du format ; ce programme lit { $ours }
table-work-other = { $file } contient le travail d'une autre table ; supprimez-le, ou choisissez un autre --scratch
table-wrong = { $position } est dit { $found }, et ses successeurs en font { $expected }
not-a-book = { $file } n'est pas une bibliothèque : il ne commence pas par ATTRBOOK
not-a-certificate = { $file } n'est pas un certificat : il y manque "format": "attractor-certificate"
nothing-to-certify = le graphe n'a pas d'état : il n'y a rien à certifier
not-square = une matrice est carrée : la ligne { $row } a { $found } coefficients, et non { $size }
not-utf8 = le texte n'est pas en UTF-8
nothing-to-play = la partie est finie : il n'y a pas de coup à choisir
odd-cycle = aucun propriétaire n'est donné, et les joueurs ne peuvent alterner le long des { $length } coups de { $cycle } : donnez les propriétaires
only-nothing = aucun coup n'est nommé ; écrivez-les comme 3,4,5
option-needs-value = l'option { $option } de { $spec } demande une valeur
option-takes-no-value = l'option { $option } de { $spec } ne prend pas de valeur
option-twice = l'option { $option } de { $spec } est donnée deux fois
owners-replaced = la règle remplace les propriétaires que donne le texte
play-is-over = la partie est finie ici : { $move } ne peut être joué
play-no-move = étape { $step } : de { $from } il n'y a pas de coup vers { $to } ; coups : { $moves }
read-as-matrix = ceci peut être une matrice ou des listes d'adjacence ; lu comme une matrice (le format lists en décide autrement)
matrix-row-name = cette ligne s'appelle { $found }, mais la colonne de même rang { $name }
result-not-final = { $vertex } a des coups, la partie n'y est donc pas finie : il ne peut avoir de résultat
row-too-long = une ligne de { $text } ne peut être sous une ligne de { $above }
rule-fails = { $rule } ne peut être calculé pour le sommet { $vertex }
second-start = la partie commence deux fois
bad-pieces = pieces= dans { $spec } est un nombre de pièces comme 3, et non { $option }
bad-fen = { $text } n'est pas une position ; on attend le camp qui a le trait et les cases des deux : { $example }
bad-side = { $text } ne commence pas par un camp qui n'a pas encore été nommé ; on attend W ou B et ses cases, une seule fois chacun
bad-hub-length = { $text } a { $found } lettres ; on attend le camp qui a le trait et { $expected } cases
square-twice = { $text } met une seconde pièce sur la case { $square } ; on attend une case libre
man-on-last-row = { $text } met un pion sur sa dernière rangée, case { $square } ; on y attend une dame
too-many-pieces = { $side } a { $found } pièces dans { $text } ; il peut y en avoir { $most }
no-opponent = { $side }, qui n'a pas le trait, n'a aucune pièce dans { $text } ; on en attend au moins une
several-captures = { $move } n'est pas une prise mais plusieurs ; on attend l'une de { $legal }
bad-men = men= dans { $spec } donne les pièces d'une finale, celles des Blancs d'abord, comme KBNK, ou un nombre de 3 à 5, et non { $option }
too-many-endgame-men = men= dans { $spec } vaut { $option } : les finales ont au plus { $limit } pièces
castlings-missing = { $text } ne dit pas quels roques sont possibles : ajoutez une espace et des lettres parmi KQkq, ou -
passant-missing = { $text } ne dit pas où un pion peut être pris en passant : ajoutez une espace et une case, ou -
word-too-many = { $text } est un mot de trop : une position en a six au plus
impossible-men = { $text } n'est pas une position possible aux échecs
bad-kings = { $text } a { $found } fois le roi { $name } ; chaque joueur en a exactement un
too-many-of-colour = { $text } a { $found } pièces de la couleur de { $name }, dont { $pawns } pions ; au plus 16 et 8 sont possibles
pawn-on-last-row = un pion, { $text }, ne peut être sur la rangée { $row }
king-can-be-taken = { $text } n'est pas possible : le joueur { $player }, qui a le trait, pourrait prendre le roi
bad-castling = { $text } n'est pas un roque ; on attend des lettres parmi KQkq, ou -
castling-twice = le roque { $text } est donné deux fois
castling-lost = le roque { $text } demande le roi en { $king } et une tour en { $rook }
bad-passant = { $text } n'est pas une case qu'un pion de qui n'a pas le trait vient de passer en avançant de deux pas ; on en attend une, ou -
bad-komi = komi= dans { $spec } est un nombre entier de { $low } à { $high }, et non { $option }
no-liberty = la chaîne de ce { $text } n'a aucune liberté : elle aurait été prise
bad-behind-turn = { $text } ne peut pas figurer ici ; attendu : pass, pass pass, ou after suivi de positions antérieures
bad-past-board = { $text } n'est pas une position antérieure : attendu les points noirs et les points blancs en hexadécimal, par exemple 41-8, aucun n'étant des deux, au plus { $most }
othello-size = un plateau d'Othello a 4x4, 6x6 ou 8x8 cases, et non { $size }x{ $size }
othello-not-square = le plateau de { $spec } n'est pas carré : Othello a 4x4, 6x6 ou 8x8 cases
too-many-moves-at-once = une position de ce jeu aurait { $moves } coups : { $most } au plus sont possibles
size-out-of-range = { $name } vaut { $value } ici, et peut aller de { $low } à { $high }
strategy-line = une ligne de stratégie s'écrit NOM -> NOM
ambiguous-name = { $name } peut se lire ici de deux façons : écrivez les noms entre guillemets, comme dans un fichier .arena
strategy-no-move = la stratégie va de { $from } à { $to }, ce qui n'est pas un coup ; coups : { $moves }
strategy-silent = la stratégie ne dit rien en { $vertex }, où mène la partie { $play }
strategy-twice = la stratégie dit deux choses en { $vertex }
sum-too-long = une somme a au plus { $most } parties
sum-option = une partie de { $spec } ne peut avoir l'option { $option }
position-file = --position attend le texte d'une position, et { $file } est le nom d'un fichier
sum-part = { $option } ne peut faire partie de { $spec } : les sommes sont pour les jeux normaux où le trait peut changer de main ; il y a : { $names }
text-too-long = { $source } dépasse 4 Go : écrivez-le comme un fichier .arena
nests-too-deep = les parenthèses sont emboîtées à plus de { $most } niveaux
too-deep = cette recherche va au plus à { $most } coups de profondeur
too-many-cells = un plateau { $rows }x{ $columns } est trop grand : au plus { $limit } cases sont possibles
too-many-moves = DOT est lu jusqu'à { $most } coups
too-many-states = plus de { $most } états sont atteignables
row-begin = les décalages commencent par 0 : il y en a un par sommet, là où commencent ses successeurs, et un de plus
row-end = le dernier décalage est { $last }, mais il y a { $moves } successeurs
row-move = le sommet { $from } a pour successeur { $to }, mais les sommets vont jusqu'à { $count } exclu
row-order = le décalage qui suit celui du sommet { $vertex } est plus petit : les décalages croissent
row-start = le départ { $vertex } n'est pas un sommet : les sommets vont jusqu'à { $count } exclu
too-many-vertices = un graphe contient au plus { $most } sommets
tree-bad-children = { $source }, { $path } : children est une liste, et non { $found }
tree-bad-name = { $source }, { $path } : un coup est un texte sans espaces, et non { $found }
tree-bad-player = { $source }, { $path } : player vaut 1 ou 2, et non { $found }
tree-no-value = { $source }, { $path } : une feuille demande une valeur
tree-too-deep = l'arbre est emboîté trop profondément : au plus { $limit } coups
tree-too-large = l'arbre a plus de { $limit } nœuds
turn-missing = { $text } ne dit pas qui a le trait : ajoutez une espace et { $expected }
unknown-field = il n'y a pas de champ { $field }
unknown-format = il n'y a pas de format { $format } ; il y a { $formats }
unknown-game = il n'y a pas de jeu { $name } ; il y a : { $names }
unknown-heuristic = il n'y a pas d'heuristique { $name } ici ; il y a : { $names }
unknown-language = la langue est fr ou en, et non { $lang }
unknown-option = { $spec } n'a pas d'option { $option } ; il y a : { $known }
unknown-player = il n'y a pas de joueur { $player } ; il y a : { $players }
unknown-player-option = le joueur { $player } n'a pas d'option { $option } ; il y a : { $known }
unknown-vertex = il n'y a pas de sommet { $vertex }
unreadable-number = { $text } n'est pas un nombre lisible
text-ignored = non compris, et ignoré : { $text }
successors-merged = des successeurs répétés ont été réunis : { $count }, d'abord { $successor } de { $vertex }
something-missing = on attend ici { $expected }
bracket-unclosed = { $open } n'est pas fermé
graph-undirected = { $found } est pour les graphes non orientés : écrivez digraph et ->
unexpected-text = on attend { $expected }, et non { $found }
unhashable-vertex = { $text } ne peut être un sommet : c'est une liste, un ensemble ou un dictionnaire
search-stopped = arrêté avant que la réponse soit trouvée
bad-hole = holes= dans { $spec } énumère des cases du plateau comme a1/c2, et non { $option }
bad-mnk = il manque les tailles de { $spec } : trois nombres comme mnk:4,4,3 (lignes, colonnes, longueur d'un alignement)
bad-path = { $text } n'est pas une position d'arbre : écrivez / puis les coups depuis la racine, comme /1 2
fixed-size = { $spec } a une taille fixe ; pour d'autres, écrivez mnk:m,n,k
half-domino = les { $text } à partir d'ici ne font pas un nombre entier de dominos
hole-elsewhere = { $text } ici, mais les trous de ce plateau sont { $expected } ; l'option holes= les place
leaves-not-whole = les nombres des feuilles ne sont pas tous entiers : min-max les accepte, les valeurs exactes ne sont pas définies
mover-has-line = { $text } n'est pas possible : { $player } a déjà un alignement et a le trait
owners-alternate = aucun propriétaire n'est donné : les joueurs sont supposés alterner, et { $vertex } être au joueur 1
sum-of-margins = les jeux qui comptent un écart n'ont pas de somme : les sommes sont pour les jeux où qui ne peut plus jouer perd
tree-bad-key = { $source }, { $path } : un nœud n'a pas de { $found }
tree-bad-node = { $source }, { $path } : un nœud est un objet comme { $example }, et non { $found }
tree-bad-value = { $source }, { $path } : value est un nombre, "inf" ou "-inf", et non { $found }
tree-name-twice = { $source }, { $path } : un autre coup ici s'appelle aussi { $found }
board-too-large = un plateau { $width }x{ $height } est trop grand : la largeur fois la hauteur plus un vaut au plus 64
certificate-field = { $file } a un champ { $field } ; un certificat a : { $fields }
depth-range = { $player } désigne plusieurs joueurs ; il faut ici une seule profondeur
only-unknown = { $move } n'est légal nulle part dans cet arbre ; coups légaux à la racine : { $legal }
false-bound = { $rule } borne le score par { $low } et { $high } (pour { $ask }), mais la valeur est { $value }
stopped-between = arrêté après { $nodes } nœuds : le joueur qui a le trait obtient au moins { $low } et au plus { $high }
part-too-large = { $cells } cases libres se tiennent : les valeurs sont calculées jusqu'à { $limit }
value-too-large = la valeur de cette position a trop d'options pour être gardée

nothing-to-search = la partie est terminée : il n'y a rien à regarder en avant
bad-elo = l'elo de { $player } est un nombre entier comme 1500, et non { $value }
no-command = { $player } ne dit pas quoi lancer : écrire { $protocol }:command=PROGRAMME, suivi de ses arguments
unknown-protocol = il n'y a pas de protocole { $protocol } ; il y a : { $protocols }
program-not-started = le programme { $program } ne peut pas être lancé : { $why }
program-silent = le programme { $program } n'a pas répondu à { $asked } en { $seconds } s ; ses derniers mots : { $said }
program-ended = le programme { $program } s'est terminé au lieu de répondre à { $asked } ; ses derniers mots : { $said }
program-refused = le programme { $program } refuse { $asked } : { $said }
program-nonsense = le programme { $program } répond à { $asked } par { $said }, qui n'est pas un coup
program-illegal = le programme { $program } veut jouer { $move }, qui n'est pas légal ici ; coups légaux : { $legal }
program-position = { $protocol } n'a pas de mots pour la position { $position } de { $game } ; commencez ailleurs, ou au départ
program-no-elo = la force du programme { $program } ne peut pas être réglée : ôtez elo
program-elo = l'elo du programme { $program } va de { $low } à { $high }, et non { $elo }
bad-playouts = les parties au hasard de { $player } sont un nombre entier comme 1000, et non { $value }
bad-mistakes = les erreurs de { $player } sont un nombre de 0 à 100, pas { $value }
bad-seconds = les secondes de { $player } sont un nombre comme 0.5, pas { $value }
bad-time = --seconds est un nombre comme 0.5, pas { $seconds }
stopped-at-depth = arrêté : voilà ce qu'a dit la profondeur { $depth }
out-of-time = le temps était écoulé avant que la réponse ne soit trouvée
unknown-source = les poids s'apprennent de exact ou de selfplay, et non de { $source }
too-few-positions = { $found } positions distinctes ont été trouvées d'ici ; il en faut au moins { $least } pour apprendre
nothing-learnt = les résultats de ces { $positions } positions ne disent rien des poids de { $heuristic }
nothing-to-tune = aucune heuristique de { $game } n'a de poids à apprendre
no-weights = { $heuristic } n'a pas de poids à apprendre ; celles de { $game } qui en ont : { $names }
weights-json = { $file } n'est pas du JSON valide : { $why }
not-weights = { $file } ne contient pas de poids : il y manque "format": "attractor-weights"
weights-version = { $file } contient des poids de version { $got } ; ce programme lit la version { $expected }
weights-field = { $file } a un champ { $field } ; un fichier de poids a : { $fields }
weights-checksum = { $file } est abîmé : sa somme de contrôle est { $got }, son contenu a { $right } ; sans le champ checksum il peut être modifié
weights-lack = il manque à { $file } le champ { $field }, comme { $example }
weights-game = { $file } contient des poids pour { $found }, et non pour { $game }
weights-heuristic = { $file } contient des poids de { $found }, et non de { $expected }
weights-names = { $file } a les poids { $found } ; { $heuristic } prend { $expected }
shared-key = { $position } vaut { $score }, et sa clé est celle d'une position qui vaut { $other }
no-combinatorial-value = ce jeu n'a pas de valeur combinatoire : il en faut un qui finit toujours, où chacun peut avoir le trait sur tout plateau et où qui ne peut plus jouer perd
no-value-misere = le jeu misère n'a pas de valeurs combinatoires : elles sont pour les jeux où qui ne peut plus jouer perd
value-too-far = calculer cette valeur demande plus de { $most } positions
not-by-two-sizes = les plateaux de { $game } n'ont pas deux tailles comme 4x5 ; ceux de ces jeux en ont : { $games }
size-with-sizes = { $spec } nomme un seul plateau : ne donnez pas { $option } ici, et dites avec --to jusqu'où aller
first-with-sizes = ne donnez pas first={ $option } dans { $spec } : chacun commence à son tour
unknown-bench = il n'y a pas de mesure { $name } ; il y a : { $names }
no-size = { $spec } n'a pas de taille : ôtez { $option }
too-many-men = ce { $text } est de trop : chaque joueur en a au plus { $most }
men-out-of-turn = { $player } a le trait avec { $mine } pions contre { $theirs } : il en faut autant, ou un de moins
mover-has-won = { $text } n'est pas possible : { $player } a déjà gagné et a le trait
bad-count = la taille dans { $spec } est un nombre comme 12, et non { $option }
bad-morris = { $spec } n'existe pas : seulement morris:6, et non { $option }
bad-hands = { $text } ne dit pas les pions en main : on attend deux nombres comme 4+5
bad-row-points = la ligne { $text } a { $found } points ; il y en a { $expected } ici
hands-out-of-turn = { $player } a le trait avec { $mine } pions en main contre { $theirs } : il en faut autant, ou un de plus
bad-men-count = { $player } a { $found } pions, en main et ici ; il en faut de { $low } à { $high }
bad-hand = { $text } ne peut être en main ; on attend L, G, E, C ou l, g, e, c
bad-animal-count = il y a { $found } fois { $animal } dans { $text }, en main aussi ; il en faut 2
bad-lions = il manque un lion dans { $text }, ou il y en a un de trop : seul celui du joueur qui a le trait peut être en main
bad-two-heaps = les tas de { $spec } sont deux nombres jusqu'à 43690 comme 5+8, et non { $option }
bad-euclid = les nombres de { $spec } sont deux, jusqu'à 65535, comme 25,7, et non { $option }
bad-two-numbers = { $text } ne sont pas deux nombres comme 25,7
number-twice = { $text } est donné deux fois : chaque nombre se prend une fois
taken-missing = { $text } ne dit pas les graines prises : ajoutez une espace et deux nombres comme 0+0
bad-houses = la rangée { $text } a { $found } maisons ; il en faut { $expected }
bad-taken = { $text } ne dit pas les graines prises : on attend deux nombres comme 0+0
bad-seeds = { $text } a { $found } graines, avec celles prises ; ce jeu en a { $expected }

## Images

picture-won = { $player } gagne
picture-drawn = match nul
picture-player = joueur { $player }
picture-start = départ
picture-moves = { $player } joue
picture-layer = attracteur de { $player }, couche n
picture-strategy = stratégie
picture-play = partie
picture-part = { $shown } états sur { $states }
picture-nearest = { $shown } états sur { $states } sont dessinés, les plus proches de { $near } ; les coups vers les autres sont comptés.
picture-levels = { $levels } niveaux sur { $depth } sont dessinés, le reste est replié
picture-graph = Un graphe de jeu de { $states } états et { $moves } coups ; { $one } états sont gagnés pour le joueur 1, { $two } pour le joueur 2.
picture-graph-blank = Un graphe de jeu de { $states } états et { $moves } coups.
picture-tree-blank = Un arbre avec les valeurs de ses feuilles ; les autres sont à trouver.
picture-max = Max
picture-min = Min
picture-to-move = Le joueur { $player } a le trait.
picture-wins = { $player } gagne
picture-history = La valeur après chacun des coups { $moves }, si la suite est bien jouée.
picture-strength = { $game } : { $games } parties chacun
picture-strength-told = Combien de fois le joueur de la ligne a gagné, avec l'intervalle à 95 %.
picture-rows = Lignes : qui commence
picture-columns = Colonnes : qui répond
picture-distances = { $positions } positions pour qui doit jouer : { $won } gagnées, { $lost } perdues, { $drawn } nulles. Les hauteurs sont des racines carrées.
picture-table-won = gagnées
picture-table-lost = perdues
picture-plies = selon le nombre de coups jusqu'à la fin
draw-ending = le nom d'une image finit par { $endings } ; ce n'est pas le cas de { $file }
draw-step = il n'y a pas d'étape { $step } : la dernière de cette image est { $last }
boards-of-file = un graphe lu dans un fichier n'a pas de plateaux à dessiner
draw-no-dot = seuls les graphes et les arbres peuvent être écrits en .dot
draw-too-large = l'image est trop grande pour des pixels ; SVG et PDF n'ont pas de limite
draw-dense = il y a trop de longues arêtes entre { $states } états pour une image ; dessinez moins d'états, ou d'autres colonnes
draw-most = une image a de 1 à { $most } états
draw-summary = un arbre laissé de côté ne peut pas être dessiné
draw-tree-large = { $nodes } nœuds, c'est trop pour une image ; moins de niveaux replient le reste
bad-columns = les colonnes sont ply, left ou rank, pas { $columns }
columns-cyclic = une partie peut durer sans fin ici : les colonnes sont ply ou rank, pas left

## La page

page-why-won = { $state } est final et gagné pour { $player } : il est dans A_0 de { $player }.
page-why-drawn-end = { $state } est final et nul : il n'est dans aucun attracteur.
page-why-own = { $state } appartient à { $owner }, et son successeur { $successor } est dans A_{ $rank } de { $player }.
page-why-forced = { $state } appartient à { $owner }, et tous ses successeurs { $successors } sont dans A_{ $rank } de { $player }.
page-why-drawn = { $state } n'est dans aucun attracteur : { $owner } peut aller en { $successors }, où personne ne gagne, et n'a pas de coup vers son propre attracteur.
page-layer-first = A_0 de { $player } : les états finals gagnés pour { $player }, { $states }.
page-layer = A_{ $rank } de { $player } ajoute { $states } : { $count } états maintenant.
page-layer-nothing = A_{ $rank } de { $player } n'ajoute rien : l'attracteur est complet avec { $count } états.
page-root = la racine
page-largest = le plus grand de ses fils
page-smallest = le plus petit de ses fils
page-step = { $place } : { $value }, { $which }.
page-step-leaf = { $place } : { $value }, par l'heuristique ou en fin de partie.
page-step-window = { $place } : { $value }, abordé avec alpha = { $alpha } et bêta = { $beta }.
page-step-cut = Coupe : { $cut } ; les coups restants ne sont pas examinés.
page-at = La page est à { $address }
page-stop = Ctrl-C y met fin.
page-open-to-all = Remarque : { $address } peut être atteinte depuis d'autres machines ; qui l'atteint peut utiliser les processeurs de celle-ci.

bad-request = la requête n'est pas le JSON attendu : { $why }
files-not-here = { $game } serait lu dans un fichier, ce que la page ne fait pas ; collez plutôt son texte
too-long = un jeu, une position ou ses coups ont plus de { $most } lettres
too-large = { $game } a plus de { $most } coups ou pièces à la fois : c'est trop pour une page
file-not-here = { $file } est un fichier de cette machine, que la page ne lit ni n'écrit
weights-not-here = { $text } nomme un fichier de poids, que la page ne lit pas
program-not-here = { $player } lancerait un programme, ce que la page ne fait pas
too-deep-here = les machines de la page regardent au plus { $most } coups en avant
time-limit = cela demande plus que les { $seconds } s qu'une réponse peut prendre ici
job-failed = quelque chose s'est mal passé à l'intérieur ; c'est une faute du programme
queue-full = { $waiting } autres attendent déjà ; réessayez dans un instant
moves-for-page = le graphe a plus que les { $most } coups que la page accepte
answer-too-large = la réponse aurait plus que les { $most } octets qu'une réponse a ici au plus
server-busy = trop d'autres demandes sont en cours ; réessayez dans un instant
job-forsaken = le travail ne s'est pas arrêté quand on le lui a demandé
states-for-page = le graphe a plus que les { $most } états que la page accepte
nothing-given = la requête ne nomme ni un jeu ni un texte
no-states = le graphe n'a pas d'états
bad-player = un joueur est 1 ou 2, pas { $player }
other-game = { $spec } désigne un autre jeu ; attendu : { $names }
misere-apart = { $spec } désigne la version misère : enveloppez les règles du jeu normal dans Misere
bad-algorithm = l'algorithme est minimax ou alpha-beta, pas { $algorithm }
too-many-games = { $games } parties, c'est plus que les { $most } que la page joue à la fois
no-such-table = il n'y a pas de table { $name }
bad-format = il n'y a pas de format { $format } ; il y a : { $formats }
bad-kind = il n'y a pas d'export de { $kind } ; il y a : { $kinds }
no-picture = il n'y a pas d'image de cela
cannot-listen = impossible d'écouter sur { $address } : { $why }
wrong-method = cette adresse se demande autrement
not-there = il n'y a rien à cette adresse
not-json = une requête est ici du JSON, et le dit : Content-Type: application/json
body-too-large = une requête a ici au plus { $most } octets
too-slow = la requête a mis plus de { $seconds } s à arriver
unknown-host = ce serveur ne s'appelle pas { $host } ; --host ajoute un nom
foreign-origin = une page de { $origin } ne peut pas interroger ce serveur

## Python

arena-bad-owner = owner({ $vertex }) a rendu { $value } ; attendu : 1 ou 2, ou True (joueur 1) ou False (joueur 2)
arena-bad-result = le résultat de { $vertex } est { $value } ; attendu : 1, 2 ou 0 (nulle)
arena-bad-row = les successeurs de { $vertex } ne peuvent pas être énumérés : { $why }
arena-call-raised = { $call } a levé { $error }
arena-changed = la taille du graphe a changé pendant sa lecture : owner ne doit ni ajouter ni retirer de sommets
arena-missing = { $from } a pour successeur { $to }, qui n'est pas un sommet : chaque sommet est une clé du dictionnaire
arena-no-graph = un graphe est un dictionnaire qui énumère les successeurs de chaque sommet, et non { $kind }
arena-unhashable = { $value }, successeur de { $from }, ne peut pas être un sommet : { $why }
arena-unknown = { $vertex } n'est pas un sommet
array-shape = { $what } doit être un tableau contigu à une dimension de type { $types }, et non { $found }
bad-pickle = les données d'un pickle sont abîmées : { $what }
lab-cell = la case [{ $x }][{ $y }] contient { $value } ; attendu : 0, 1 ou 2
lab-depth = la profondeur est un entier de 0 à { $most }, et non { $depth }
lab-floating = le pion en [{ $x }][{ $y }] flotte : la case en dessous est vide
lab-grid = une grille est une liste de 7 colonnes de 6 cases ; { $what }
no-such-player = un joueur est 1 ou 2, et non { $player }
lab-weights = les poids sont une liste de 5 nombres w0 à w4 ; { $what }
needs-package = { $what } a besoin de { $package } : pip install { $package }
own-bad-heuristic = { $class }.heuristic({ $state }) a rendu { $value } ; attendu : un nombre fini
own-bad-result = { $class }.result({ $state }) a rendu { $value } ; attendu : 1, 2 ou 0 (nulle)
own-bad-turn = { $class }.turn({ $state }) a rendu { $value } ; attendu : 1 ou 2
own-changed = { $class } : { $answer } d'un état, { $state }, n'est plus le même après un appel de { $method } ; un état reste tel quel : copiez-le, changez la copie et rendez la copie
own-cycle = { $class } se dit acyclique, mais le jeu revient à { $state } par { $play } ; écrire acyclic = False dans la classe
own-missing-method = { $class } n'a pas de méthode { $method } ; un jeu a start, turn, moves et play
own-moves = { $class }.moves({ $state }) a rendu { $value }, qui ne peut pas être énuméré ; attendu : les coups légaux
own-no-state = { $call } a rendu None ; attendu : un état (y a-t-il un return ?)
own-no-text = { $call } a rendu None ; attendu : un texte (y a-t-il un return ?)
own-raised = { $call } a levé { $error }
own-same-object = { $class }.play a rendu l'objet même qui lui était donné, par le coup { $move } ; un état reste tel quel : copiez-le, changez la copie et rendez la copie
own-same-name = deux coups de { $class } en { $state } s'appellent { $name }
own-unhashable = { $call } a rendu { $value }, qui ne peut pas être un état : { $why }
own-unreadable = les positions d'un jeu écrit en Python ne se lisent pas comme texte ; jouer les coups depuis le début
