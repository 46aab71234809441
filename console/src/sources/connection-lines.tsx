import { Select } from '../kit/fields.tsx'
import { useAllowedSignIns } from './allowed-sign-ins.ts'
import { Lines, type Filling } from './lines.tsx'
import { keptSignIn, signInMember, signInOf } from './sign-ins.ts'
import { shownLines, type StoreType } from './store-types.ts'

/** How a store is reached, and how one signs in there; `isStored`: the connection exists, so that its secrets may stay as they are. */
export function ConnectionLines({
  store,
  isStored,
  ...filling
}: Filling & { store: StoreType; isStored: boolean }) {
  const { typed, put } = filling
  const signIn = signInOf(store, typed)
  const allowed = useAllowedSignIns(store)
  const lines = shownLines(store.connection, typed).map((line) =>
    isStored && line.isSecret ? { ...line, example: 'as it is', isRequired: false } : line,
  )
  return (
    <>
      <Lines lines={lines} {...filling} />
      {store.sign_ins && (
        <Select
          label="Signs in by"
          value={signIn?.name ?? keptSignIn}
          options={[
            ...(isStored ? [[keptSignIn, 'what it has already'] as const] : []),
            ...allowed.map(({ name, word }) => [name, word] as const),
          ]}
          onChange={({ target }) => put(signInMember, target.value)}
        />
      )}
      {signIn && <Lines lines={signIn.lines} {...filling} />}
    </>
  )
}
