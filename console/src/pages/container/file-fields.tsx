import type { FileLayout } from '../../api/api.generated.ts'
import { CodeArea, Select, TextField } from '../../kit/fields.tsx'
import { Tick } from '../../kit/tick.tsx'
import { shownCharacter, type FileDraft, type Said } from './file-draft.ts'

interface Filling {
  draft: FileDraft
  put: (change: Partial<FileDraft>) => void
  problems: ReadonlyMap<string, string>
}

/** How files are written, where it is not as the service finds by looking; `layout`: what it found at the last sync; `isOpen`: it is shown without being asked for. */
export function FileFields({
  layout,
  isOpen,
  ...filling
}: Filling & { layout: FileLayout | null; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary>How its files are written</summary>
      <div className="stack run-fields">
        <p className="muted">What stays empty is found by looking, or as usual.</p>
        <YesNo
          {...filling}
          written="header"
          member="has_header"
          label="The first row holds names"
          usual={
            layout?.has_header == null ? 'found by looking' : `found: ${layout.has_header ? 'yes' : 'no'}`
          }
        />
        <Line
          {...filling}
          written="delimiter"
          member="delimiter"
          label="Character between values (\t: a tab)"
          found={layout?.delimiter}
        />
        <OfText {...filling} layout={layout} />
        <OfValues {...filling} />
      </div>
    </details>
  )
}

/** How text is quoted and encoded, and which of its lines are rows. */
function OfText({ layout, ...filling }: Filling & { layout: FileLayout | null }) {
  const { draft, put } = filling
  return (
    <>
      <Tick
        words="Nothing is quoted"
        isTicked={draft.isUnquoted}
        tick={(isUnquoted) => put({ isUnquoted })}
      />
      {!draft.isUnquoted && (
        <Line
          {...filling}
          written="quote"
          member="quote_character"
          label="Character around values"
          found={layout?.quote_character}
        />
      )}
      <Line
        {...filling}
        written="escape"
        member="escape_character"
        label="Character before a quote inside quotes"
        found={layout?.escape_character}
      />
      <Line
        {...filling}
        written="encoding"
        member="encoding"
        label="Encoding"
        found={layout?.encoding ?? 'utf-8'}
      />
      <Line
        {...filling}
        written="comment"
        member="comment"
        label="Character that begins lines that are no rows"
        found={layout?.comment}
      />
      <Line
        {...filling}
        written="skippedLines"
        member="skip_lines"
        label="Lines before the header"
        found="0"
        isNumber
      />
    </>
  )
}

/** How values are written. */
function OfValues(filling: Filling) {
  const { draft, put, problems } = filling
  return (
    <>
      <CodeArea
        label="Values that stand for NULL, each in a line"
        placeholder="n/a"
        value={draft.nullTokens}
        problem={problems.get('null_tokens') ?? null}
        onChange={({ target }) => put({ nullTokens: target.value })}
      />
      <YesNo
        {...filling}
        written="emptyIsNull"
        member="treat_empty_as_null"
        label="The empty value is NULL"
        usual="yes, as usual"
      />
      <YesNo
        {...filling}
        written="infersTypes"
        member="infer_datatypes"
        label="Types are found by looking at the values"
        usual="yes, as usual"
      />
      <Select
        label="Before the digits after the point stands"
        value={draft.decimal}
        problem={problems.get('decimal_separator') ?? null}
        onChange={({ target }) => put({ decimal: target.value as FileDraft['decimal'] })}
        options={[
          ['', 'a point, as usual'],
          ['.', 'a point'],
          [',', 'a comma'],
        ]}
      />
      <Line
        {...filling}
        written="dateFormat"
        member="date_format"
        label="Dates beside those of ISO 8601, by strptime"
        found="%d.%m.%Y"
      />
      <Line
        {...filling}
        written="recordsPath"
        member="records_path"
        label="Names that lead to the records of a JSON file, with dots between"
        found="result.rows"
      />
    </>
  )
}

/** The members of the draft that hold text. */
type Text = Exclude<keyof FileDraft, 'isUnquoted' | 'header' | 'decimal' | 'emptyIsNull' | 'infersTypes'>

function Line({
  draft,
  put,
  problems,
  written,
  member,
  label,
  found,
  isNumber = false,
}: Filling & {
  written: Text
  member: string
  label: string
  found: string | null | undefined
  isNumber?: boolean
}) {
  return (
    <TextField
      label={label}
      {...(isNumber && { type: 'number', min: 0, step: 1 })}
      autoComplete="off"
      spellCheck={false}
      placeholder={shownCharacter(found) || undefined}
      value={draft[written]}
      problem={problems.get(member) ?? null}
      onChange={({ target }) => put({ [written]: target.value })}
    />
  )
}

function YesNo({
  draft,
  put,
  problems,
  written,
  member,
  label,
  usual,
}: Filling & {
  written: 'header' | 'emptyIsNull' | 'infersTypes'
  member: string
  label: string
  usual: string
}) {
  return (
    <Select
      label={label}
      value={draft[written]}
      problem={problems.get(member) ?? null}
      onChange={({ target }) => put({ [written]: target.value as Said })}
      options={[
        ['', usual],
        ['yes', 'yes'],
        ['no', 'no'],
      ]}
    />
  )
}
