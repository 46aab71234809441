import { call, column, not, text } from '../sql/build.ts'
import { defineRowRule, noProperties } from './rule.ts'

const label = '[^ \t\n\r/?#:@.,;"\'<>()-][^ \t\n\r/?#:@.,;"\'<>()]*'
const pattern = `([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?(${label}([.]${label})*|\\[[0-9A-Fa-f:.]+\\])`

/** A web address is found in every text. */
export default defineRowRule({
  type: 'containsUrl',
  title: 'Contains URL',
  description:
    'Every text contains a URL: http, https or ftp (any letter case), `://` and a host name or address, in any script. The empty text fails, NULL passes.',
  scope: 'single',
  accepts: ['String'],
  properties: noProperties,
  filterable: true,
  supports_coverage: true,
  weight: 2,
  feeds: 'conformity',
  failing: ({ field }) => not(call('matches', column(field), text(pattern))),
  says: () => ({ record: 'does not contain a URL', shape: 'do not contain a URL' }),
  examples: [
    {
      shows: 'anywhere in the text; NULL passes',
      columns: { note: 'String' },
      rows: [
        ['https://example.org/a?b=c#d'],
        ['see HTTP://localhost:8080, please'],
        ['example.org'],
        [''],
        [null],
      ],
      given: { fields: ['note'] },
      failing: [2, 3],
    },
    {
      shows: 'a scheme and a host are needed; hosts may be in any script or an address',
      columns: { note: 'String' },
      rows: [
        ['http://'],
        ['http:// example.org'],
        ['http:///path'],
        ['mailto:ann@example.org'],
        ['https://größe.example'],
        ['ftp://ann:secret@192.0.2.1/'],
        ['http://[2001:db8::1]/'],
      ],
      given: { fields: ['note'] },
      failing: [0, 1, 2, 3],
    },
  ],
})
