import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { QualityCheck } from '../api/api.generated.ts'
import { Button } from '../kit/button.tsx'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { Named } from '../kit/named.tsx'
import { useRefusal } from '../shell/rights.ts'
import { archive, open, scan } from './acts.ts'

/** What can be done with a check. */
export function CheckActions({ check }: { check: QualityCheck }) {
  const { id, status, datastore } = check
  const draft = useRefusal(datastore.id, 'Drafter')
  const author = useRefusal(datastore.id, 'Author')
  const scanner = useRefusal(datastore.id, 'Editor')
  const isOpen = status === 'Active' || status === 'Draft'
  return (
    <div className="row">
      {isOpen && draft === null && (
        <Link className="button primary" to={`/checks/${id}/edit` as string}>
          Edit and try
        </Link>
      )}
      {isOpen && draft !== null && (
        <Button kind="primary" refused={draft}>
          Edit and try
        </Button>
      )}
      {status !== 'Active' && (
        <Button refused={author} onClick={() => void open([check], 'Active')}>
          Activate
        </Button>
      )}
      {status !== 'Draft' && (
        <Button refused={isOpen ? author : draft} onClick={() => void open([check], 'Draft')}>
          Make it a draft
        </Button>
      )}
      {isOpen && (
        <Menu label="Archive">
          <MenuItem refused={author} act={() => void archive([check], 'Archived')}>
            as no longer needed
          </MenuItem>
          <MenuItem refused={author} act={() => void archive([check], 'Discarded')}>
            as never right
          </MenuItem>
        </Menu>
      )}
      <ScanNow check={check} refused={scanner} />
    </div>
  )
}

/** Scans the container of the check, once however often it is pressed meanwhile. */
function ScanNow({
  check: { datastore, container },
  refused,
}: {
  check: QualityCheck
  refused: string | null
}) {
  const [isStarting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    await scan(datastore.id, container.id)
    setStarting(false)
  }
  return (
    <Button refused={refused} disabled={isStarting} onClick={() => void start()}>
      <span>
        Scan <Named name={container.name} /> now
      </span>
    </Button>
  )
}
