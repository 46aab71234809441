import { defineRowRule } from './rule.ts'
import { textHolding } from './text-holding.ts'

const label = '[^ \t\n\r/?#:@.,;"\'<>()-][^ \t\n\r/?#:@.,;"\'<>()]*'
const pattern = `([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?(${label}([.]${label})*|\\[[0-9A-Fa-f:.]+\\])`

/** A web address is found in every text. */
export default defineRowRule({
  ...textHolding(pattern, 'a URL'),
  type: 'containsUrl',
  title: 'Contains URL',
  description:
    'Every text contains a URL: http, https or ftp (any letter case), `://` and a host name or address, in any script. The empty text fails, NULL passes.',
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
