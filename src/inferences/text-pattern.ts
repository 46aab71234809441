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
  const parts = text.match(/[0-9]+|[A-Z]+|[a-z]+|[^0-9A-Za-z]/g) ?? []
  return parts.length > mostParts ? null : parts.map((part) => ({ kind: kindOf(part), text: part }))
}

/** The kind of a part by its first character: all others are of the same. */
function kindOf([first = '']: string): Part['kind'] {
  if (first >= '0' && first <= '9') return 'digits'
  if (first >= 'A' && first <= 'Z') return 'capitals'
  return first >= 'a' && first <= 'z' ? 'small' : 'other'
}

function formOf(text: string): { form: string; parts: Part[] | null } {
  const parts = partsOf(text)
  return {
    parts,
    form: (parts ?? []).map(({ kind, text: own }) => (kind === 'other' ? own : kind)).join(' '),
  }
}

/** A pattern that the texts have in common, from first to last character; null where there is none worth a check. */
export function patternOf(texts: readonly string[]): string | null {
  const forms = new Map<string, Part[][]>()
  // Values that occur often are taken apart once.
  const seen = new Map<string, ReturnType<typeof formOf>>()
  for (const text of texts) {
    const one = seen.get(text) ?? formOf(text)
    seen.set(text, one)
    if (one.parts === null) continue
    const known = forms.get(one.form)
    if (known) known.push(one.parts)
    else forms.set(one.form, [one.parts])
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
