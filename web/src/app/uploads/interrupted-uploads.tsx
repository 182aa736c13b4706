import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { BrowserUploader } from '../../engine/uploads/browser-uploader.ts'
import { createRecordStore } from '../../engine/uploads/record-store.ts'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { consoleLog } from '../../lib/log.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { words } from '../words.ts'
import { takeLeft } from './left-uploads.ts'

interface InterruptedUploadsProps {
  id: string
  uploader: BrowserUploader
}

/** When the app starts: ends what an earlier page left behind, and says so. What another tab sends goes on. */
export function InterruptedUploads({ id, uploader }: InterruptedUploadsProps) {
  const client = useQueryClient()
  const begun = useRef<BrowserUploader | null>(null)
  useEffect(() => {
    // Two at once would share the names between them.
    if (begun.current === uploader) return
    begun.current = uploader
    const records = createRecordStore(localStorage)
    for (const record of takeLeft(sessionStorage, id)) records.save(record)
    uploader.endInterrupted().then(
      (names) => {
        if (names.length === 0) return
        showToast(words.uploads.interrupted(names), 'error')
        void client.invalidateQueries({ queryKey: liveKeys.files })
      },
      (error: unknown) => consoleLog.warn('Interrupted uploads could not be ended', error),
    )
  }, [id, uploader, client])
  return null
}
