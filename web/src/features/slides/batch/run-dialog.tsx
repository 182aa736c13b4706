import { useContext } from 'react'
import type { BatchDialogProps } from './batch-action.ts'
import { newsOf } from './batch-news.ts'
import { BatchRunContext } from './batch-run-context.ts'

export function RunDialog({ chosen: { selection, count }, onStarted, onClose }: BatchDialogProps) {
  const Dialog = useContext(BatchRunContext)
  if (Dialog === null) return null
  const begin = (jobId: string) => onStarted({ id: newsOf('runs', jobId) })
  return <Dialog selection={selection} count={count} onStarted={begin} onClose={onClose} />
}
