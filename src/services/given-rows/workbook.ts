import { setImmediate } from 'node:timers/promises'
import { isoOf, showsDates } from './workbook-dates.ts'
import { attributeOf, xmlTokens, type XmlToken } from './xml-tokens.ts'
import { BadArchive, ZipArchive } from './zip-archive.ts'

/** A workbook is unpacked to no more than so many bytes: it is read in memory. */
const mostBytes = 256 * 1024 * 1024
/** Tokens that are read before others may have the processor. */
const tokensAtOnce = 20_000

/** Rows of cells; a cell is null where it is empty. */
export type SheetRow = (string | null)[]

interface Styles {
  /** By the number of a style: whether its numbers are dates. */
  dates: boolean[]
  is1904: boolean
}

/** An XLSX workbook, whose values are read as texts: numbers as they are kept, dates in ISO 8601. Throws BadArchive for anything else than a workbook. */
export class Workbook {
  readonly #archive: ZipArchive
  readonly #paths: ReadonlyMap<string, string>
  readonly #is1904: boolean

  private constructor(archive: ZipArchive, paths: ReadonlyMap<string, string>, is1904: boolean) {
    this.#archive = archive
    this.#paths = paths
    this.#is1904 = is1904
  }

  static async open(content: Buffer): Promise<Workbook> {
    const archive = new ZipArchive(content, mostBytes)
    const targets = new Map<string, string>()
    for await (const one of tokensOf(await archive.text('xl/_rels/workbook.xml.rels')))
      if (one.kind === 'open' && one.name === 'Relationship')
        targets.set(attributeOf(one.attributes, 'Id') ?? '', attributeOf(one.attributes, 'Target') ?? '')
    const paths = new Map<string, string>()
    let is1904 = false
    for await (const one of tokensOf(await archive.text('xl/workbook.xml'))) {
      if (one.kind !== 'open') continue
      if (one.name === 'workbookPr')
        is1904 = /^(?:1|true)$/.test(attributeOf(one.attributes, 'date1904') ?? '')
      if (one.name !== 'sheet') continue
      const target = targets.get(/(?:^|\s)\w+:id\s*=\s*["']([^"']*)/.exec(one.attributes)?.[1] ?? '') ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      paths.set(attributeOf(one.attributes, 'name') ?? '', path)
    }
    return new Workbook(archive, paths, is1904)
  }

  /** The names of its sheets, in their order. */
  get sheets(): string[] {
    return [...this.#paths.keys()]
  }

  /** The rows of a sheet, those without any value left out. */
  async *rows(sheet: string): AsyncGenerator<SheetRow> {
    const shared = await this.#sharedTexts()
    const styles = { dates: await this.#dateStyles(), is1904: this.#is1904 }
    const document = await this.#archive.text(this.#paths.get(sheet) ?? '')
    let row: SheetRow = []
    let cell: { column: number; attributes: string; value: string } | null = null
    let takes = false
    for await (const one of withoutPhonetics(tokensOf(document))) {
      if (one.kind === 'text') {
        if (takes && cell) cell.value += one.text
      } else if (one.name === 'row') {
        if (one.kind === 'close' && row.some((value) => value !== null)) yield row
        row = []
      } else if (one.name === 'c') {
        if (one.kind === 'open')
          cell = { column: columnOf(one.attributes) ?? row.length, attributes: one.attributes, value: '' }
        const isDone = one.kind === 'close' || one.is_closed
        if (!isDone || !cell) continue
        while (row.length < cell.column) row.push(null)
        row[cell.column] = valueOf(cell.attributes, cell.value, shared, styles)
        cell = null
      } else if (one.name === 'v' || one.name === 't') takes = one.kind === 'open' && !one.is_closed
    }
  }

  async #sharedTexts(): Promise<string[]> {
    const texts: string[] = []
    if (!this.#archive.has('xl/sharedStrings.xml')) return texts
    let text = ''
    let isText = false
    const tokens = tokensOf(await this.#archive.text('xl/sharedStrings.xml'))
    for await (const one of withoutPhonetics(tokens)) {
      if (one.kind === 'text') text += isText ? one.text : ''
      else if (one.name === 't') isText = one.kind === 'open' && !one.is_closed
      else if (one.name === 'si' && (one.kind === 'close' || one.is_closed)) {
        texts.push(unescaped(text))
        text = ''
      }
    }
    return texts
  }

  async #dateStyles(): Promise<boolean[]> {
    const codes = new Map<number, string>()
    const dates: boolean[] = []
    if (!this.#archive.has('xl/styles.xml')) return dates
    let isCell = false
    for await (const one of tokensOf(await this.#archive.text('xl/styles.xml'))) {
      if (one.kind === 'text') continue
      if (one.name === 'cellXfs') isCell = one.kind === 'open'
      if (one.kind === 'close') continue
      const id = Number(attributeOf(one.attributes, 'numFmtId') ?? 0)
      if (one.name === 'numFmt') codes.set(id, attributeOf(one.attributes, 'formatCode') ?? '')
      if (one.name === 'xf' && isCell) dates.push(showsDates(id, codes.get(id)))
    }
    return dates
  }
}

/** The tokens of a part; BadArchive where it is no XML. */
async function* tokensOf(document: string): AsyncGenerator<XmlToken> {
  let read = 0
  try {
    for (const one of xmlTokens(document)) {
      read += 1
      if (read % tokensAtOnce === 0) await setImmediate()
      yield one
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw new BadArchive('is damaged: one of its parts is no XML.')
    throw error
  }
}

/** A text may say beside its characters how they are spoken, which is no part of the value. */
async function* withoutPhonetics(tokens: AsyncIterable<XmlToken>): AsyncGenerator<XmlToken> {
  let isPhonetic = false
  for await (const one of tokens) {
    if (one.kind !== 'text' && one.name === 'rPh') isPhonetic = one.kind === 'open' && !one.is_closed
    else if (!isPhonetic) yield one
  }
}

/** The columns that a sheet can have. */
const mostColumns = 16_384

/** The column of a cell from 0; null where it does not say, and follows the one before. */
function columnOf(attributes: string): number | null {
  const [letters] = /^[A-Z]+/.exec(attributeOf(attributes, 'r') ?? '') ?? []
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  if (column > mostColumns) throw new BadArchive('is damaged: a cell stands in no column.')
  return column - 1
}

function valueOf(
  attributes: string,
  value: string,
  shared: readonly string[],
  { dates, is1904 }: Styles,
): string | null {
  if (value === '') return null
  switch (attributeOf(attributes, 't')) {
    case 's':
      return shared[Number(value)] || null
    case 'b':
      return value === '1' ? 'true' : 'false'
    case 'str':
    case 'inlineStr':
    case 'e':
      return unescaped(value)
    default:
      return dates[Number(attributeOf(attributes, 's') ?? -1)] === true ? isoOf(value, is1904) : value
  }
}

/** Characters that XML cannot hold are written as `_x000D_`. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-F]{4})_/gi, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
