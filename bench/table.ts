import type { Barred } from './measure.ts'

const titles = { assay: 'Assay', by_hand: 'By hand', deequ: 'PyDeequ', soda: 'Soda', dbt: 'dbt' }

/** What a side of a contest took, ms; or why it has no figures. */
interface Took {
  median?: number
  processor_median?: number
  absent?: string
}

interface Row {
  /** The names that lead to the figure. */
  path: readonly string[]
  figure: Barred
  took: Record<string, Took>
}

/**
 * A table in Markdown of every figure with a bar, with what each side of its contest took: seconds (or milliseconds) of
 * processor time, and by the clock in brackets. Below it the peers that were not there.
 */
export function tableOf(figures: object): string {
  const rows = rowsOf(figures, [], {})
  const head = ['Work', ...Object.values(titles), 'Figure', 'Value', 'Bar', 'Holds']
  const lines = rows.map(({ path, figure, took }) => [
    path.slice(0, -1).join(', '),
    ...Object.keys(titles).map((side) => cellOf(took[side])),
    path.at(-1) ?? '',
    figure.value ?? 'not measured',
    figure.bar,
    figure.holds === null ? '' : figure.holds ? 'yes' : '**no**',
  ])
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)
  const absent = new Set(rows.flatMap(({ took }) => Object.entries(took).flatMap(absence)))
  return [...table, '', ...absent, ''].join('\n')
}

/** In the order of the document; a figure belongs to the contest of the object that it is in. */
function rowsOf(figures: object, path: readonly string[], took: Row['took']): Row[] {
  return Object.entries(figures).flatMap(([name, value]) => {
    const to = [...path, name]
    if (isBarred(value)) return [{ path: to, figure: value, took }]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return rowsOf(value, to, 'took' in value ? value.took : {})
  })
}

const isBarred = (value: unknown): value is Barred =>
  typeof value === 'object' && value !== null && 'bar' in value && 'holds' in value

function cellOf(took: Took | undefined): string {
  if (took === undefined) return ''
  if (took.absent !== undefined) return 'absent'
  const clock = took.median === undefined ? '' : ` (${duration(took.median)})`
  return `${duration(took.processor_median ?? Number.NaN)}${clock}`
}

const duration = (ms: number): string =>
  ms < 1000 ? `${Number(ms.toPrecision(3))} ms` : `${(ms / 1000).toFixed(1)} s`

const absence = ([side, { absent }]: [string, Took]): string[] =>
  absent === undefined ? [] : [`${titles[side as keyof typeof titles]} was not measured: ${absent}.`]
