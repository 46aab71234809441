/** A part of a text: characters of one kind, or one other character as it is. */
interface Part {
  kind: 'digits' | 'capitals' | 'small' | 'other'
  text: string
}

const partKinds: readonly (readonly [Part['kind'], string])[] = [
  ['digits', '[0-9]'],
  ['capitals', '[A-Z]'],
  ['small', '[a-z]'],
]

const mostParts = 12
/** Texts may have so many forms. */
const mostForms = 3
/** A form that fewer of the texts have is an exception. */
const leastShare = 0.01

/** The parts of a text; null for texts with other letters, or too many parts to be a code. */
function partsOf(text: string): Part[] | null {
  // What is special in a list of characters is left alone.
  if (text === '' || !/^[ -~]+$/.test(text) || /[[\]^\\]/.test(text)) return null
  const parts = [...text.matchAll(/[0-9]+|[A-Z]+|[a-z]+|[^0-9A-Za-z]/g)].map(([part]): Part => {
    const found = partKinds.find(([, characters]) => new RegExp(`^${characters}+$`).test(part))
    return { kind: found?.[0] ?? 'other', text: part }
  })
  return parts.length > mostParts ? null : parts
}

/** A pattern that the texts have in common, from first to last character; null where there is none worth a check. */
export function patternOf(texts: readonly string[]): string | null {
  const forms = new Map<string, Part[][]>()
  for (const text of texts) {
    const parts = partsOf(text)
    const form = parts?.map(({ kind, text: own }) => (kind === 'other' ? own : kind)).join(' ') ?? ''
    if (parts === null) continue
    const known = forms.get(form)
    if (known) known.push(parts)
    else forms.set(form, [parts])
  }
  const frequent = [...forms.values()].filter((texts_of) => texts_of.length > leastShare * texts.length)
  const covered = frequent.reduce((sum, { length }) => sum + length, 0)
  if (frequent.length === 0 || frequent.length > mostForms || covered < (1 - leastShare) * texts.length)
    return null
  const printed = frequent.map(printedForm)
  if (printed.some((one) => one === null)) return null
  const [only = ''] = printed
  return printed.length === 1 ? `^${only}$` : `^(${printed.toSorted().join('|')})$`
}

/** Null for a form that any word has. */
function printedForm(texts: readonly Part[][]): string | null {
  const [first = []] = texts
  let isSpecific = first.some(({ kind }) => kind === 'digits')
  const parts = first.map(({ kind, text }, place) => {
    const characters = partKinds.find(([name]) => name === kind)?.[1]
    if (characters === undefined) return /[A-Za-z0-9 _:;,@#%&=!<>"'~`-]/.test(text) ? text : `[${text}]`
    const lengths = texts.map((one) => one[place]?.text.length ?? 0)
    const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
    const words = new Set(texts.map((one) => one[place]?.text))
    const [word = ''] = words
    if (words.size === 1 && texts.length > 1 && kind !== 'digits') {
      isSpecific = true
      return word
    }
    if (least === most) {
      isSpecific ||= kind === 'capitals'
      return least === 1 ? characters : `${characters}{${least}}`
    }
    return `${characters}+`
  })
  return isSpecific ? parts.join('') : null
}
