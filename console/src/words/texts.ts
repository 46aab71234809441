/** Text with blanks at its ends, control characters and what turns the text around it made to be seen, and without effect. */
export function visible(text: string): string {
  return text
    .replaceAll(/^ +| +$/g, (blanks) => '␣'.repeat(blanks.length))
    .replaceAll(/\p{Cc}/gu, (character) =>
      character <= '\u001f' ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : '␡',
    )
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '⍰')
}
