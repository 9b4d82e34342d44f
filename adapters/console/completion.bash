# bash completion for panj and the programs that come with it. What there is to complete the programs say themselves:
# the words of a command line stand in --help, the games and their flags are asked of the engine.

# Words of --help behind $1 that may stand at the command line: what follows the name of the program, and options.
_panj_usage() {
    "$1" --help 2>/dev/null | sed -n 's/^ *\(usage: \)\{0,1\}panj[a-z-]* \([a-z-][a-z-]*\).*/\2/p; s/^  *\(--*[a-z][a-z-]*\).*/\1/p'
}

# The games, or the flags of one as key= and choices as key=value.
_panj_games() {
    printf 'games\nquit\n' | panj 2>/dev/null | awk -v game="$1" '
        game == "" && $1 == "game" && $3 == "rule" { print $2 }
        game != "" && $2 == game && $3 == "flag" && $5 != "choice" { print $4 "=" }
        game != "" && $2 == game && $3 == "flag" && $5 == "choice" {
            count = split($6, choice, "|")
            for (i = 1; i <= count; i++) print $4 "=" choice[i]
        }'
}

# The option that the word under the cursor belongs to, and the word behind it.
_panj_option() {
    local i
    for ((i = COMP_CWORD - 1; i > 0; i--)); do
        [[ ${COMP_WORDS[i]} == -* ]] && break
    done
    option=${COMP_WORDS[i]} first=${COMP_WORDS[i + 1]} distance=$((COMP_CWORD - i))
}

_panj() {
    local current=${COMP_WORDS[COMP_CWORD]} option first distance words
    _panj_option
    if [[ ($option == -game || $option == --game) && $distance -eq 1 && $current != -* ]]; then
        words=$(_panj_games "")
    elif [[ $COMP_CWORD -eq 2 && $1 == *panj && ${COMP_WORDS[1]} == help ]]; then
        words=$(_panj_games "")
    elif [[ $option == -game && $current != -* ]]; then
        words=$(_panj_games "$first")
    elif [[ $COMP_CWORD -eq 2 && ${COMP_WORDS[1]} == bench ]]; then
        words=$("$1" --help 2>/dev/null | sed -n 's/.*panj bench \([a-z][a-z]*\)  .*/\1/p')
    elif [[ $COMP_CWORD -eq 1 || $1 == *panj-referee || $current == -* ]]; then
        words=$(_panj_usage "$1")
        [[ $COMP_CWORD -eq 1 ]] && words+=" --help --version"
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    [[ ${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}

complete -F _panj panj panj-referee panj-gems panj-conform panj-campaign panj-web panj-class panj-jail
