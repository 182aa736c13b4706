import { type ReactNode, useLayoutEffect, useState } from 'react'
import { type BrowserUploader, createBrowserUploader } from '../../engine/uploads/browser-uploader.ts'
import { UploaderContext } from '../../features/uploads/uploader-context.tsx'
import { useApi } from '../../lib/session/session-context.tsx'
import { useConfig } from '../config-context.ts'
import { DepartureProvider } from './departure.tsx'
import { InterruptedUploads } from './interrupted-uploads.tsx'

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
