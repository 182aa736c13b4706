import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type BrowserUploader, createBrowserUploader } from '../../engine/uploads/browser-uploader.ts'
import { createRecordStore } from '../../engine/uploads/record-store.ts'
import { UploaderContext } from '../../features/uploads/uploader-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { consoleLog } from '../../lib/log.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useConfig } from '../config-context.ts'
import { words } from '../words.ts'
import { DepartureProvider } from './departure.tsx'
import { takeLeft } from './left-uploads.ts'

interface UploadsProviderProps {
  /** Whose queue it is. */
  id: string
  children: ReactNode
}

/** One queue a person and organisation: it goes on from page to page, and ends with them. */
export function UploadsProvider({ id, children }: UploadsProviderProps) {
  const api = useApi()
  const { upload_origin: uploadOrigin } = useConfig()
  const [uploader, setUploader] = useState<BrowserUploader | null>(null)
  // Made in the effect that ends it, not while rendering: one that has ended is never used again.
  useLayoutEffect(() => {
    const made = createBrowserUploader(window, { api, uploadOrigin })
    setUploader(made)
    return made.destroy
  }, [api, uploadOrigin])
  if (uploader === null) return null
  return (
    <UploaderContext value={uploader}>
      <InterruptedUploads id={id} uploader={uploader} />
      <DepartureProvider uploader={uploader}>{children}</DepartureProvider>
    </UploaderContext>
  )
}

interface InterruptedUploadsProps {
  id: string
  uploader: BrowserUploader
}

/** When the app starts: ends what an earlier page left behind, and says so. What another tab sends goes on. */
function InterruptedUploads({ id, uploader }: InterruptedUploadsProps) {
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
