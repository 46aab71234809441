import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import './more-acts.css'

/** Acts of a page that are seldom meant, after the usual ones in a row; on a narrow screen they are there on demand. */
export function MoreActs({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="button plain more-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Fewer' : 'More'} <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
      </Button>
      <div className={isOpen ? 'more-acts' : 'more-acts folded'}>{children}</div>
    </>
  )
}
