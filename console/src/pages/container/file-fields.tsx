import type { FileLayout } from '../../api/api.generated.ts'
import { CodeArea, Select, TextField } from '../../kit/fields.tsx'
import { Tick } from '../../kit/tick.tsx'
import { written, type Filling, type TextOf } from '../../kit/written.ts'
import { shownCharacter, type FileDraft, type Said } from './file-draft.ts'

type FileFilling = Filling<FileDraft>

/** How files are written, where it is not as the service finds by looking; `layout`: what it found at the last sync; `isOpen`: it is shown without being asked for. */
export function FileFields({
  layout,
  isOpen,
  ...filling
}: FileFilling & { layout: FileLayout | null; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary>How its files are written</summary>
      <div className="stack run-fields">
        <p className="muted">What stays empty is found by looking at the file, or is the default.</p>
        <YesNo
          {...filling}
          name="header"
          member="has_header"
          label="The first row holds names"
          usual={
            layout?.has_header == null ? 'found by looking' : `found: ${layout.has_header ? 'yes' : 'no'}`
          }
        />
        <Line
          {...filling}
          name="delimiter"
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
function OfText({ layout, ...filling }: FileFilling & { layout: FileLayout | null }) {
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
          name="quote"
          member="quote_character"
          label="Character around values"
          found={layout?.quote_character}
        />
      )}
      <Line
        {...filling}
        name="escape"
        member="escape_character"
        label="Character before a quote inside quotes"
        found={layout?.escape_character}
      />
      <Line
        {...filling}
        name="encoding"
        member="encoding"
        label="Encoding"
        found={layout?.encoding ?? 'utf-8'}
      />
      <Line
        {...filling}
        name="comment"
        member="comment"
        label="Character that begins lines that are no rows"
        found={layout?.comment}
      />
      <Line
        {...filling}
        name="skippedLines"
        member="skip_lines"
        label="Lines before the header"
        found="0"
        isNumber
      />
    </>
  )
}

/** How values are written. */
function OfValues(filling: FileFilling) {
  const { draft, put, problems } = filling
  return (
    <>
      <CodeArea
        label="Values that stand for NULL, each in a line"
        placeholder="n/a"
        {...written(filling, 'nullTokens', 'null_tokens')}
      />
      <YesNo
        {...filling}
        name="emptyIsNull"
        member="treat_empty_as_null"
        label="The empty value is NULL"
        usual="yes (default)"
      />
      <YesNo
        {...filling}
        name="infersTypes"
        member="infer_datatypes"
        label="Types are found by looking at the values"
        usual="yes (default)"
      />
      <Select
        label="Before the digits after the point stands"
        value={draft.decimal}
        problem={problems.get('decimal_separator') ?? null}
        onChange={({ target }) => put({ decimal: target.value as FileDraft['decimal'] })}
        options={[
          ['', 'a point (default)'],
          ['.', 'a point'],
          [',', 'a comma'],
        ]}
      />
      <Line
        {...filling}
        name="dateFormat"
        member="date_format"
        label="Dates beside those of ISO 8601, by strptime"
        found="%d.%m.%Y"
      />
      <Line
        {...filling}
        name="recordsPath"
        member="records_path"
        label="Names that lead to the records of a JSON file, with dots between"
        found="result.rows"
      />
    </>
  )
}

function Line({
  name,
  member,
  label,
  found,
  isNumber = false,
  ...filling
}: FileFilling & {
  name: TextOf<FileDraft>
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
      {...written(filling, name, member)}
    />
  )
}

function YesNo({
  draft,
  put,
  problems,
  name,
  member,
  label,
  usual,
}: FileFilling & {
  name: 'header' | 'emptyIsNull' | 'infersTypes'
  member: string
  label: string
  usual: string
}) {
  return (
    <Select
      label={label}
      value={draft[name]}
      problem={problems.get(member) ?? null}
      onChange={({ target }) => put({ [name]: target.value as Said })}
      options={[
        ['', usual],
        ['yes', 'yes'],
        ['no', 'no'],
      ]}
    />
  )
}
