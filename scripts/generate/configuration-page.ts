import { settings } from '../../src/config.ts'

/** The page of all settings, printed from the one place that reads them. */
export function generateConfigurationPage(): { path: string; content: string } {
  const rows = Object.values(settings).map((one) => {
    const { variable, expected, fallback, sentence } = one
    const shown =
      'absent' in one ? one.absent : `\`${Array.isArray(fallback) ? fallback.join(',') : fallback}\``
    return `| \`${variable}\` | ${capital(expected)} | ${shown} | ${sentence} |`
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

function capital(text: string): string {
  return text.includes('://') ? `\`${text}\`` : text.charAt(0).toUpperCase() + text.slice(1)
}
