/** Whether the store answers with what is typed now; what it said when it refused stands below the form. */
export function Trial({ isPending, isGood }: { isPending: boolean; isGood: boolean }) {
  return (
    <span role="status">
      {isPending && 'Asking the store …'}
      {isGood && 'The store answers.'}
    </span>
  )
}
