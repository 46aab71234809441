/** The name of a thing within the words of a button: a long one is cut there, and said whole to who points at it. */
export function Named({ name }: { name: string }) {
  return (
    <span className="cut named" title={name}>
      {name}
    </span>
  )
}
