import { Select, TextArea, TextField } from '../kit/fields.tsx'
import type { Typed } from './request.ts'
import type { Line } from './store-types.ts'

/** What was typed, how it changes, and what is wrong with it. */
export interface Filling {
  typed: Typed
  put: (member: string, value: string) => void
  problems: ReadonlyMap<string, string>
}

/** Lines of the form; the names of databases and schemas that were listed are proposed while one types. */
export function Lines({ lines, typed, put, problems }: Filling & { lines: readonly Line[] }) {
  return lines.map(
    ({
      member,
      label,
      example,
      choices,
      isSecret = false,
      hasLines = false,
      isRequired = false,
      isNumber = false,
    }) => {
      const shared = { label, value: typed[member] ?? '', problem: problems.get(member) ?? null }
      if (choices)
        return (
          <Select
            key={member}
            {...shared}
            options={choices}
            onChange={({ target }) => put(member, target.value)}
          />
        )
      if (hasLines)
        return (
          <TextArea
            key={member}
            {...shared}
            className={isSecret ? 'input unseen' : 'input'}
            autoComplete="off"
            spellCheck={false}
            required={isRequired}
            placeholder={example ?? undefined}
            onChange={({ target }) => put(member, target.value)}
          />
        )
      return (
        <TextField
          key={member}
          {...shared}
          type={isSecret ? 'password' : 'text'}
          autoComplete={isSecret ? 'new-password' : 'off'}
          spellCheck={false}
          required={isRequired}
          placeholder={example ?? undefined}
          {...(isNumber && wholeNumber)}
          list={`known-${member}`}
          onChange={({ target }) => put(member, target.value)}
        />
      )
    },
  )
}

/** What the browser is to take in a line for a whole number; a line of the type number would turn by the wheel of a mouse. */
const wholeNumber = {
  inputMode: 'numeric',
  pattern: '[0-9]+',
  title: 'A whole number is needed here.',
} as const
