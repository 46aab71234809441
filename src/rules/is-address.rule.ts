import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { defineTextRule } from './rule.ts'

const labels = ['road', 'city', 'state', 'country', 'postcode'] as const
type Label = (typeof labels)[number]

/** The parser's names of the parts that an address may be asked for. */
const parserLabels: Record<string, Label> = {
  street: 'road',
  locality: 'city',
  region: 'state',
  country: 'country',
  postcode: 'postcode',
}

/** Longer texts are no address. */
const longestAddress = 500
/** Nor are texts of more words, over which the parser takes far more than in proportion: seconds for sixty. */
const mostWords = 30

/** Every text is a postal address. */
export default defineTextRule({
  type: 'isAddress',
  title: 'Is Address',
  description:
    "Every text can be read as a postal address that has every one of `required_labels`; NULL passes. The parts are recognised by the open Pelias parser: streets by the words that libpostal lists for them (Street, Avenue, rue, ...), cities, states and countries by their names in Who's On First, postcodes by the patterns of their countries. It looks at the form and does not know whether the address exists; a street without such a word, or a postcode that it has no pattern for, is not found. A text of more than 500 characters or 30 words fails.",
  scope: 'single',
  accepts: ['String'],
  properties: Type.Object(
    {
      required_labels: optional(
        Type.Array(Type.Enum(labels), {
          maxItems: 100,
          description: 'The parts that an address must have (default: a road and a city).',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 3,
  feeds: 'conformity',
  async tester({ properties: { required_labels: required } }) {
    // Loaded late: its dictionaries take long to read, and few containers hold addresses.
    const { default: AddressParser } = await import('pelias-parser/parser/AddressParser.js')
    const { default: Tokenizer } = await import('pelias-parser/tokenization/Tokenizer.js')
    const parser = new AddressParser()
    const wanted: readonly Label[] = required && required.length > 0 ? required : ['road', 'city']
    return (text) => {
      if (text.trim() === '' || text.length > longestAddress) return false
      if (text.split(/[^\p{L}\p{N}]+/u, mostWords + 2).filter(Boolean).length > mostWords) return false
      const tokenizer = new Tokenizer(text)
      parser.classify(tokenizer)
      parser.solve(tokenizer)
      return tokenizer.solution.some(({ pair }) => {
        const found = new Set(pair.map(({ classification }) => parserLabels[classification.label]))
        return wanted.every((label) => found.has(label))
      })
    }
  },
  says: () => ({
    record: 'is not an address of the required form',
    shape: 'are not addresses of the required form',
  }),
  examples: [
    {
      shows: 'a road and a city are needed, unless something else is; NULL passes',
      columns: { address: 'String' },
      rows: [
        ['1600 Pennsylvania Avenue NW, Washington, DC 20500, USA'],
        ['35 rue de Rivoli, 75001 Paris, France'],
        ['221B Baker Street, London'],
        ['Springfield'],
        ['hello world'],
        [''],
        [null],
      ],
      given: { fields: ['address'] },
      failing: [3, 4, 5],
    },
    {
      shows: 'the parts that must be there',
      columns: { address: 'String' },
      rows: [['1 Main St, Austin TX 78701'], ['1 Main St, Austin'], ['Austin TX 78701']],
      given: { fields: ['address'], properties: { required_labels: ['state', 'postcode'] } },
      failing: [1],
    },
  ],
})
