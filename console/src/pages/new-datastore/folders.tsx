import { Fragment } from 'react'
import type { ServiceSetting } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { useRoleRefusal } from '../../shell/rights.ts'
import type { StoreType } from '../../sources/store-types.ts'

/** The setting that names the folders in which the service may read. */
const setting = 'ASSAY_ALLOWED_PATHS'

/** Types whose data lies on the machine of the service. */
const ofMachine = new Set<StoreType['type']>(['local', 'sqlite', 'duckdb'])

/** Where files of the service's machine may be read; nothing for other types. */
export function ReadableFolders({ store: { type } }: { store: StoreType }) {
  const notAdmin = useRoleRefusal('Admin')
  if (!ofMachine.has(type)) return null
  if (notAdmin === null) return <FoldersInForce />
  return (
    <p className="muted">
      The service reads some folders of its machine alone. Which, Admins see here: paths tell of the machine.
    </p>
  )
}

/** One after the other, where the setting has them in one text. */
function Folders({ value, expected }: Pick<ServiceSetting, 'value' | 'expected'>) {
  const [, between = ':'] = /separated by "(.)"/.exec(expected) ?? []
  return (value ?? '').split(between).map((folder, place) => (
    <Fragment key={folder}>
      {place > 0 && ', '}
      <code className="quoted">{folder}</code>
    </Fragment>
  ))
}

/** The folders themselves, which Admins alone may ask. */
function FoldersInForce() {
  const { data } = useAnswer('GET /api/configuration', {})
  const folders = data?.settings.find(({ variable }) => variable === setting)
  if (folders === undefined) return null
  return (
    <p className="muted">
      The service reads below {folders.value === null ? folders.unset : <Folders {...folders} />}. To have it
      read elsewhere, start it with the folders in <code className="quoted">{setting}</code>.
    </p>
  )
}
