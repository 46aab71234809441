import { useAnswer } from '../api/answers.ts'
import { hasRole } from '../shell/rights.ts'
import type { SignIn } from './sign-ins.ts'
import type { StoreType } from './store-types.ts'

/** The setting of the service that lists which credentials of its machine connections may use. */
const setting = 'ASSAY_MACHINE_CREDENTIALS'

/** The ways to sign in that the service allows; all of the type while that is not known, as to who may not read its settings. */
export function useAllowedSignIns({ sign_ins = [] }: StoreType): readonly SignIn[] {
  const { data: me } = useAnswer('GET /api/users/me', {})
  const depends = sign_ins.some(({ isOfMachine = false }) => isOfMachine)
  const enabled = depends && me !== undefined && hasRole(me, 'Admin')
  const { data } = useAnswer('GET /api/configuration', {}, { enabled })
  const told = data?.settings.find(({ variable }) => variable === setting)
  if (told === undefined) return sign_ins
  const allowed = (told.value ?? '').split(',')
  return sign_ins.filter(({ name, isOfMachine = false }) => !isOfMachine || allowed.includes(name))
}
