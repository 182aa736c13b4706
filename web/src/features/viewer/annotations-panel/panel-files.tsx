import Box from '@mui/material/Box'
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { Download, FileUp, ScanSearch } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { words as detectionWords } from './detections/words.ts'
import { FileDrop } from './files/file-drop.tsx'
import { words as fileWords } from './files/words.ts'
import type { ListFilter } from './listed-shapes.ts'

const ImportDialog = lazy(async () => ({ default: (await import('./files/import-dialog.tsx')).ImportDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./files/export-dialog.tsx')).ExportDialog }))
const PromoteDialog = lazy(async () => ({
  default: (await import('./detections/promote-dialog.tsx')).PromoteDialog,
}))

type Asked = { what: 'import'; file: File | null } | { what: 'export' } | { what: 'promote' }

interface Files {
  readonly refusal: string | null
  ask(asked: Asked): void
}

const FilesContext = createContext<Files>({ refusal: null, ask: () => {} })

interface PanelFilesProps {
  session: AnnotationSession
  filter: ListFilter
  /** Why nothing may be drawn, and so nothing imported. */
  refusal: string | null
  children: ReactNode
}

/** Files in and out of the panel: one may be dropped anywhere on it. Dialogs are fetched when the first is opened. */
export function PanelFiles({ session, filter, refusal, children }: PanelFilesProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <FilesContext value={{ refusal, ask: setAsked }}>
      <FileDrop
        accept=""
        isFilling
        onFile={(file) => refusal === null && asked === null && setAsked({ what: 'import', file })}
      >
        {({ over }) => (
          <Box
            sx={{
              height: '100%',
              ...(over &&
                refusal === null && { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 }),
            }}
          >
            {children}
          </Box>
        )}
      </FileDrop>
      <Suspense fallback={null}>
        {asked?.what === 'import' && <ImportDialog session={session} dropped={asked.file} onClose={close} />}
        {asked?.what === 'export' && <ExportDialog session={session} filter={filter} onClose={close} />}
        {asked?.what === 'promote' && <PromoteDialog session={session} onClose={close} />}
      </Suspense>
    </FilesContext>
  )
}

export function FileButtons() {
  const { refusal, ask } = useContext(FilesContext)
  const reason = refusal ?? undefined
  return (
    <Box sx={{ mx: -3, display: 'flex', flexWrap: 'wrap' }}>
      <GatedButton
        size="small"
        startIcon={<FileUp size={16} aria-hidden />}
        reason={reason}
        onClick={() => ask({ what: 'import', file: null })}
      >
        {fileWords.import.open}
      </GatedButton>
      <GatedButton
        size="small"
        startIcon={<Download size={16} aria-hidden />}
        onClick={() => ask({ what: 'export' })}
      >
        {fileWords.export.open}
      </GatedButton>
      <GatedButton
        size="small"
        startIcon={<ScanSearch size={16} aria-hidden />}
        reason={reason}
        onClick={() => ask({ what: 'promote' })}
      >
        {detectionWords.open}
      </GatedButton>
    </Box>
  )
}
