import { Type, type TSchema } from 'typebox'
import { everySetting } from '../../src/config.ts'
import type { Setting } from '../../src/kernel/setting.ts'

/** The page of all settings, printed from the one place that reads them. */
export function generateConfigurationPage(): { path: string; content: string } {
  const rows = everySetting.map((one) => {
    const { variable, fallback, sentence } = one
    const shown =
      'absent' in one ? one.absent : `\`${Array.isArray(fallback) ? fallback.join(',') : fallback}\``
    return `| \`${variable}\` | ${formOf(one)} | ${shown} | ${sentence} |`
  })
  return {
    path: 'docs/reference/configuration.md',
    content: [
      '<!-- Written by `npm run generate`; do not edit. -->',
      '# Configuration',
      '',
      'Settings are environment variables, read once at the start. An empty variable counts as absent. A value that does',
      'not fit stops the start with a sentence that names it.',
      '',
      '| Variable | Value | Default | Meaning |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n'),
  }
}

/** What is written as it stands is code, and a phrase begins with a capital letter. */
function formOf({ expected, schema }: Setting<TSchema>): string {
  if (/:\/\/|=/.test(expected)) return `\`${expected}\``
  const words = wordsOf(schema).join('|')
  const phrase = words === '' ? expected : expected.replaceAll(new RegExp(`\\b(${words})\\b`, 'g'), '`$1`')
  return phrase.charAt(0).toUpperCase() + phrase.slice(1)
}

/** The words that a setting takes, or some of which a list takes; empty for other forms. */
function wordsOf(schema: TSchema): readonly string[] {
  if (Type.IsEnum(schema)) return schema.enum.map(String)
  return Type.IsArray(schema) ? wordsOf(schema.items) : []
}
