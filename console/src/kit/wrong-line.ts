/** What the line is called below which this sentence stands; null: it stands below none. */
export function wrongLine(around: Element, sentence: string): string | null {
  const below = [...around.querySelectorAll('.problem[id$="-problem"]')].find(
    ({ textContent }) => textContent === sentence,
  )
  const line = below && document.getElementById(below.id.replace(/-problem$/, ''))
  const label = line?.id && around.querySelector(`label[for="${CSS.escape(line.id)}"]`)?.textContent
  return label ? label.replace(/ \(optional\)$/, '') : null
}
