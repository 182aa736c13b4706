import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useActiveStack } from '../../stack-of.ts'
import { CompareDialog } from './compare-dialog.tsx'
import type { ShownPair } from './compare-images.tsx'
import { words } from './words.ts'

interface CompareButtonProps {
  run: InferenceJob
  /** What it can be compared with, newest first. */
  earlier: readonly InferenceJob[]
  onOpen: (imageId: string) => void
  onBeside: (imageId: string) => void
  /** Both are in the viewer now: leads to where it is set how they are seen. */
  onStack: () => void
}

/** Nothing where there is no run before it. */
export function CompareButton({ run, earlier, onOpen, onBeside, onStack }: CompareButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const stack = useActiveStack()
  if (earlier.length === 0) return null

  function show({ beforeId, nowId, mode }: ShownPair) {
    setOpen(false)
    if (mode === 'beside') {
      onOpen(beforeId)
      onBeside(nowId)
    } else {
      stack?.set({ shown: beforeId, second: nowId, mode })
      onStack()
    }
  }

  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={words.buttonOf}
        title={words.buttonOf}
        onClick={() => setOpen(true)}
      >
        {words.button}
      </Button>
      {isOpen && <CompareDialog run={run} earlier={earlier} onShow={show} onClose={() => setOpen(false)} />}
    </>
  )
}
