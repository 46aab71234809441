import { useAnswer } from '../../api/answers.ts'
import { useRoleRefusal } from '../../shell/rights.ts'
import type { StoreType } from '../../sources/store-types.ts'

/** The setting that names the folders in which the service may read. */
const setting = 'ASSAY_ALLOWED_PATHS'

/** Types whose data lies on the machine of the service. */
const ofMachine = new Set<StoreType['type']>(['local', 'sqlite', 'duckdb'])

/** Where files of the service's machine may be read, which Admins alone may ask; nothing for other types. */
export function ReadableFolders({ store: { type } }: { store: StoreType }) {
  const enabled = useRoleRefusal('Admin') === null && ofMachine.has(type)
  const { data } = useAnswer('GET /api/configuration', {}, { enabled })
  const folders = data?.settings.find(({ variable }) => variable === setting)
  if (!enabled || folders === undefined) return null
  return (
    <p className="muted">
      The service reads below{' '}
      {folders.is_set ? <code className="quoted">{folders.value}</code> : folders.unset}. To have it read
      elsewhere, start it with the folders in <code className="quoted">{setting}</code>.
    </p>
  )
}
