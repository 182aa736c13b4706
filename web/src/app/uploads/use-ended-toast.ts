import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { UploadTotals } from '../../engine/uploads/upload.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { paths } from '../paths.ts'
import { words } from '../words.ts'

type Ended = Pick<UploadTotals['counts'], 'completed' | 'failed'>

/** Who is on another page when the queue has come to its end is told; the page of uploads shows it itself. */
export function useEndedToast({ busy, counts: { completed, failed } }: UploadTotals): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const begun = useRef<Ended | null>(null)
  useEffect(() => {
    if (busy) {
      begun.current ??= { completed, failed }
      return
    }
    const before = begun.current
    begun.current = null
    if (before === null || pathname === paths.uploads) return
    const ended = { completed: completed - before.completed, failed: failed - before.failed }
    if (ended.completed <= 0 && ended.failed <= 0) return
    const action = { label: words.uploads.ended.see, run: () => void navigate(paths.uploads) }
    showToast(words.uploads.ended.text(ended), ended.failed > 0 ? 'error' : 'success', action)
  }, [busy, completed, failed, pathname, navigate])
}
