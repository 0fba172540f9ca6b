# Messages en français. Les erreurs y figurent sous leur identifiant.

error = erreur
note = remarque
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

## Arbres

tree-value = Valeur { $value } pour le joueur 1.
tree-visited = { $visited } nœuds visités sur { $nodes }.
tree-unvisited = non visité
tree-cut = coupure : { $condition }
tree-more = ... et encore { $nodes } nœuds ; --json les donne tous.

## Graphes

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
play-help = Un coup par son nom, ou : undo (reprendre), hint (conseil), moves (coups), resign (abandonner), quit (quitter).

## Matchs et statistiques

match-games = { $games } parties de { $game }.
match-side = { $player } : { $wins } gagnées, { $rate }
match-draws = Nulles : { $draws }
match-table = { $game }, { $games } parties chacune : gains du premier [intervalle à 95 %] / gains du second, selon la profondeur.
stats-games = { $games } parties au hasard de { $game }.
stats-player = Le joueur { $player } gagne { $rate }
stats-draws = Nulles { $rate }
stats-branching = Facteur de branchement { $mean } (au plus { $most })
stats-length = Longueur { $mean } coups ({ $least } à { $most })
stats-tree = Environ 10^{ $log } parties dans l'arbre du jeu (estimation)
stats-notes = Table des notes de cours : branchement { $branching }, profondeur { $depth }, taille 10^{ $log } (nombre de : { $counts }).

## Jeux

games-options = options : { $list }
games-heuristics = heuristiques : { $list }
games-examples = par exemple : { $list }
solved-by-search = résolu par une recherche jusqu'à la fin qui mémorise les positions
solved-by-graph = résolu par les attracteurs du graphe
game-nim = Des allumettes en tas ; on en prend dans un seul tas ; qui ne peut plus jouer perd (misere : gagne).
game-chomp = On mange un carré et tous ceux au-dessous et à droite ; celui en haut à gauche est empoisonné.
game-tictactoe = Morpion : trois signes alignés sur trois cases par trois.
game-mnk = LENGTH signes alignés sur ROWS lignes et COLUMNS colonnes.
game-connect4 = Puissance 4 : des pions qui tombent dans des colonnes ; quatre alignés gagnent.
game-domineering = Des dominos sur un plateau, le joueur 1 verticalement, le joueur 2 horizontalement ; qui ne peut plus jouer perd.
game-sum = Plusieurs jeux côte à côte ; on joue dans l'un d'eux ; qui ne peut plus jouer perd.
game-graph = Un graphe lu dans un fichier.
game-tree = Un arbre lu dans un fichier JSON, avec une valeur à chaque nœud.

## Aide de la commande

help-attractor = Résout, joue et montre des jeux à deux joueurs à information complète.
help-everywhere = Partout
help-games = Énumère les jeux, leurs tailles, options, heuristiques et comment on les résout
help-solve = Valeur exacte d'une position, meilleurs coups, variante principale
help-analyse = Valeur exacte d'une position et de chaque coup légal
help-graph = Le graphe du jeu : nombres, attracteurs par couche, qui gagne où, stratégies
help-verify = Vérifie un certificat écrit par graph --certificate ou par un autre programme
help-tree = Min-max ou alpha-bêta à une profondeur, avec chaque valeur et chaque coupure
help-perft = Nombre de suites d'exactement N coups
help-stats = Parties au hasard : qui gagne, facteur de branchement, longueur
help-play = Une partie au terminal, contre une machine ou entre deux joueurs quelconques
help-match = Parties entre deux machines, avec intervalles à 95 % ; depth=1-4 mesure chaque profondeur contre chaque profondeur
help-completions = Écrit un script de complétion pour un interpréteur de commandes
help-man = Écrit la page de manuel, ou une par commande dans un dossier
arg-json = Répondre en JSON (un objet ; un par ligne pour les lots)
arg-threads = Fils d'exécution à utiliser
arg-memory = Mémoire que les tables peuvent prendre, comme 512M ou 2G
arg-seed = Détermine tous les choix au hasard
arg-lang = Langue des messages : fr ou en [par défaut : celle de l'environnement]
arg-game = Seulement ce jeu
arg-spec = Le jeu : nom[:taille][,option[=valeur]]..., comme connect4:5x4 ou nim:9,take=1-3,misere
arg-moves = La position après ces coups
arg-graph-moves = Déplier depuis la position après ces coups
arg-position = La position dans la notation du jeu, comme "XO./.XO/... X"
arg-graph-position = Déplier depuis cette position
arg-outcome = Seulement gagné, nul ou perdu, sans distance : plus rapide
arg-batch = Résoudre beaucoup de positions : chaque ligne du fichier contient les coups d'une position, une ligne vide le départ
arg-file = Le certificat
arg-depth = Profondeur en coups
arg-tree-depth = Coups à regarder en avant ; 0 est la valeur de l'heuristique en cette position
arg-algorithm = La recherche
arg-heuristic = L'heuristique, comme zero, cells ou alignments=0/1/4/9 [par défaut : la première du jeu]
arg-only = Coups permis, aux deux joueurs, à chaque nœud : 3,4,5
arg-most = Nombre maximal de nœuds à montrer
arg-summary = Seulement les nombres
arg-divide = Aussi le nombre derrière chaque premier coup
arg-games = Nombre de parties
arg-first = Commence : human, random, first, minimax:depth=4, minimax:depth=4,heuristic=NOM, perfect
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
arg-player = De qui est la stratégie : 1 ou 2
arg-play = Tester une partie : un fichier avec les états successifs
arg-to = Écrire le graphe sous cette forme : arena, json, python, lists, matrix, dot
arg-certificate = Écrire un certificat de la solution
arg-cumulative = Montrer A_n avec toutes les couches précédentes, au lieu de ce qu'il ajoute
arg-names = Comment s'appellent les joueurs, comme J0/J1 ou Alice/Bob

## Erreurs

