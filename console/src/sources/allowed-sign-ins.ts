import { useAnswer } from '../api/answers.ts'
import type { SignIn } from './sign-ins.ts'
import type { StoreType } from './store-types.ts'

/** The ways to sign in that the service allows; of those by its machine none while that is not known. */
export function useAllowedSignIns({ sign_ins = [] }: StoreType): readonly SignIn[] {
  const enabled = sign_ins.some(({ isOfMachine = false }) => isOfMachine)
  const { data: allowed = [] } = useAnswer('GET /api/connections/machine-credentials', {}, { enabled })
  return sign_ins.filter(
    ({ name, isOfMachine = false }) => !isOfMachine || allowed.some((kind) => kind === name),
  )
}
