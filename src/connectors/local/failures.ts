import { cut } from '../../kernel/cut.ts'
import { RunFailure } from '../../kernel/errors.ts'

/** Begins the error that a relation raises for a value that does not fit; the parts are separated by `chr(31)`. */
export const misfitMark = 'assay_misfit'

/** A value of a file, and the type that its field had at the last sync. `path` is the engine's. */
interface Misfit {
  field: string
  type: string
  path: string
  value: string
}

/** A value of a file that does not fit the type its field had at the last sync. */
export class MisfitFailure extends RunFailure {
  readonly misfit: Misfit

  constructor(misfit: Misfit, where: string) {
    super(misfitSentence(misfit, where))
    this.misfit = misfit
  }

  /** The same, saying where the value stands. */
  at(where: string): MisfitFailure {
    return new MisfitFailure(this.misfit, where)
  }
}

function misfitSentence({ value, type, field }: Omit<Misfit, 'path'>, where: string): string {
  return `${where} holds "${cut(value, 100)}", which does not fit the type ${type} that the field "${field}" had at the last sync; ${misfitRemedy}`
}

const misfitRemedy =
  'repair it, or name it in null_tokens when it stands for no value, or run a sync to find the types again, which keeps the types of fields that checks name.'

/** Of a file with bytes that are not valid in UTF-8; `line` is from 1. */
export const sentenceOnUtf8 = (file: string, line: number): string =>
  `The file "${file}" is not UTF-8: line ${line} holds bytes that are not valid in it. Save the file as UTF-8, or name its encoding in the container.`

/** A file that the engine could not take apart into rows, of which its line ends may be the reason. */
export class TornFailure extends RunFailure {}

interface Failure {
  pattern: RegExp
  says(file: string, match: RegExpExecArray): string
  /** See TornFailure; false unless said. */
  isTorn?: boolean
}

/** The failures of files, by DuckDB's words for them; the first that matches counts. */
const failures: Failure[] = [
  {
    pattern: /CSV Error on Line: (\d+)[\s\S]*?Expected Number of Columns: (\d+) Found: (\d+)/,
    says: (file, [, line, expected, found]) =>
      `The file "${file}" is ragged: line ${line} has ${found} columns where ${expected} are expected. Repair that line, or quote the separator in it.`,
  },
  {
    pattern: /CSV Error on Line: (\d+)[\s\S]*?not utf-8 encoded/,
    says: (file, [, line]) => sentenceOnUtf8(file, Number(line)),
  },
  {
    isTorn: true,
    pattern: /parser state machine reached an invalid state/i,
    says: (file) =>
      `The file "${file}" cannot be split into rows: look whether its quotes are closed and its lines all end alike.`,
  },
  {
    isTorn: true,
    pattern: /CSV Error on Line: (\d+)[\s\S]*?unterminated quote/,
    says: (file, [, line]) =>
      `The file "${file}" has a quoted value in line ${line} that does not end where a value must end.`,
  },
  {
    pattern:
      /CSV Error on Line: (\d+)[\s\S]*?Error when converting column "([\s\S]*?)"\. Could not convert string "([\s\S]*?)" to '(.+?)'/,
    says: (file, [, line, field = '', value = '', type = '']) =>
      misfitSentence({ value, type, field }, `The file "${file}", line ${line},`),
  },
  {
    pattern: /CSV Error on Line: (\d+)\n(?:Original Line: [^\n]*\n)?([^\n]+)/,
    says: (file, [, line, reason]) => `The file "${file}" cannot be read at line ${line}: ${reason}`,
  },
  {
    pattern: /not a GZIP stream/,
    says: (file) => `The file "${file}" is not a gzip file although its name says so.`,
  },
  {
    pattern:
      /Footer length error|too small to be a Parquet file|No magic bytes found|TProtocolException|Parquet/,
    says: (file, { input }) =>
      `The file "${file}" is not a complete Parquet file; it may have been cut off while it was written (${firstLine(input, file)}).`,
  },
  {
    pattern: /(?:invalid UTF-8|Invalid UTF8|unicode)/i,
    says: (file) =>
      `The file "${file}" is not UTF-8. Save the file as UTF-8, or name its encoding in the container.`,
  },
  {
    pattern: /Malformed JSON in file "[^"]*", at byte \d+ in ([^:]+): ([^\n]+)/,
    says: (file, [, position, reason]) =>
      `The file "${file}" is not valid JSON, in ${position}: ${reason?.trim().replace(/\.$/, '')}.`,
  },
  {
    pattern: /JSON transform error in file "[^"]*", in ([^:]+): ([^\n]+)/,
    says: (file, [, position, reason]) =>
      `The file "${file}" holds a value in ${position} that does not fit the type its field had at the last sync (${reason?.trim()}); ${misfitRemedy}`,
  },
  {
    pattern: /Permission Error: Cannot access file/,
    says: (file) =>
      `The file "${file}" was moved to another place while it was read. Run it again when the folder is at rest.`,
  },
  {
    pattern: /No files found that match|No such file or directory/,
    says: (file) => `The file "${file}" is gone.`,
  },
  {
    pattern: /^IO Error|file [\s\S]*could not be read|Cannot open file/,
    says: (file, { input }) => `The file "${file}" could not be read: ${firstLine(input, file)}.`,
  },
]

/**
 * A sentence for a failure that lies in a file rather than in a statement, naming the file; null for every other message,
 * also for one about a path that is none of `files`: that path a person's own SQL has brought in. `nameOf` turns the
 * engine's paths in a text into names of files. No absolute path is left in the sentence.
 */
export function explainFileFailure(
  message: string,
  nameOf: (text: string) => string,
  files: ReadonlySet<string>,
): RunFailure | null {
  const [mark, field = '', type = '', path = '', ...value] = message.split('\x1F')
  if (mark?.endsWith(misfitMark)) {
    return new MisfitFailure({ field, type, path, value: value.join() }, `The file "${nameOf(path)}"`)
  }
  const text = nameOf(message)
  // A message that names none of the engine's paths is about the statement.
  if (text === message) return null
  const file = /^ {2}file = (.+)$/m.exec(text)?.[1] ?? /file:? ?["']([^"']+)["']/i.exec(text)?.[1]
  const named = file ?? /(?:pattern "|stream: )([^"\n]+)/.exec(text)?.[1]
  if (named === undefined || !files.has(named)) return null
  const cause = new Error(message)
  for (const { pattern, says, isTorn } of failures) {
    const match = pattern.exec(text)
    if (match)
      return isTorn
        ? new TornFailure(says(named, match), { cause })
        : new RunFailure(says(named, match), { cause })
  }
  return null
}

/** The head of the message as a clause that need not name the file once more. */
function firstLine(text: string, file: string): string {
  return (text.split('\n', 1)[0] ?? '')
    .replace(/^[A-Za-z ]+ Error: /, '')
    .replace(new RegExp(`(?: in)? ?file ["']${RegExp.escape(file)}["'] ?`, 'i'), '')
    .trim()
}
