// The package brings no types; these are the members that isAddress reads.
declare module 'pelias-parser/parser/AddressParser.js' {
  import type Tokenizer from 'pelias-parser/tokenization/Tokenizer.js'

  export default class AddressParser {
    /** Marks what each word of the text may be. */
    classify(tokenizer: Tokenizer): void
    /** Fills `tokenizer.solution`, the likeliest reading first. */
    solve(tokenizer: Tokenizer): void
  }
}

declare module 'pelias-parser/tokenization/Tokenizer.js' {
  export default class Tokenizer {
    constructor(text: string)
    solution: { pair: { classification: { label: string } }[] }[]
  }
}
