import type { Command } from 'commander'

/** What may follow words that were typed. */
interface Place {
  /** The commands so far, as in `runs list`; empty at the beginning. */
  path: string
  words: string[]
}

/** A script for the shell that completes commands and options; where none fits, the shell completes files. */
export function completionFor(shell: 'bash' | 'zsh' | 'fish', program: Command): string {
  const places = placesOf(program, '')
  return shell === 'fish' ? fish(places) : bash(places, shell === 'zsh')
}

function placesOf(command: Command, path: string): Place[] {
  const options = command.options.flatMap(({ long }) => (long ? [long] : []))
  const words = [...command.commands.map((one) => one.name()), ...options, '--help']
  const below = command.commands.flatMap((one) => placesOf(one, `${path} ${one.name()}`.trim()))
  return [{ path, words }, ...below]
}

function bash(places: readonly Place[], isZsh: boolean): string {
  const cases = places.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`)
  const known = places.map(({ path }) => `'${path}'`).filter((path) => path !== "''")
  const begin = isZsh ? ['autoload -U +X bashcompinit && bashcompinit'] : []
  return [
    ...begin,
    '_assay() {',
    "  local path='' words='' word next",
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    next="${path:+$path }$word"',
    `    case "$next" in ${known.join('|')}) path="$next" ;; esac`,
    '  done',
    '  case "$path" in',
    ...cases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _assay assay',
    '',
  ].join('\n')
}

function fish(places: readonly Place[]): string {
  return places
    .flatMap(({ path, words }) => {
      const parts = path.split(' ').filter((part) => part !== '')
      const condition =
        parts.length === 0
          ? '__fish_use_subcommand'
          : parts.map((part) => `__fish_seen_subcommand_from ${part}`).join('; and ')
      return words.map((word) =>
        word.startsWith('--')
          ? `complete -c assay -n '${condition}' -l ${word.slice(2)}`
          : `complete -c assay -n '${condition}' -a ${word}`,
      )
    })
    .concat('')
    .join('\n')
}
