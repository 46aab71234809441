import { useState, type ReactNode } from 'react'
import { Act } from './act.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

/** An act that deletes something after a question; `noun` is what it is, `children` what goes with it. When `remove` throws, the question stays and says why. */
export function Deletion({
  name,
  noun,
  refused,
  remove,
  children,
}: {
  name: string
  noun: string
  refused: string | null
  remove: () => Promise<void>
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const act = async () => {
    setBusy(true)
    try {
      await remove()
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)))
      setBusy(false)
    }
  }
  return (
    <>
      <Act words="Delete" kind="danger" refused={refused} act={() => setOpen(true)} />
      <Dialog title={`Delete ${name}?`} isOpen={isOpen} close={() => setOpen(false)}>
        <p>{children} This cannot be undone.</p>
        {error && <Failure error={error} />}
        <div className="row">
          <Button kind="danger" disabled={isBusy} onClick={() => void act()}>
            Delete the {noun}
          </Button>
          <Button onClick={() => setOpen(false)}>Keep it</Button>
        </div>
      </Dialog>
    </>
  )
}
