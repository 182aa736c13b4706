import Stack from '@mui/material/Stack'
import { FileList } from '../../features/files/file-list.tsx'
import { FileOutcome } from '../../features/files/file-outcome.tsx'
import { useUnreadableFiles } from '../../features/files/queries.ts'
import { useOrganization } from '../../features/organization/queries.ts'
import { UploadQueue } from '../../features/uploads/upload-queue.tsx'
import { useFilesUnderWay } from '../../features/uploads/use-files-under-way.ts'
import { Page } from '../../ui/frame/page.tsx'
import { Section } from '../../ui/frame/section.tsx'
import { words } from '../words.ts'

export function UploadsPage() {
  const { source } = useOrganization()
  const unreadable = useUnreadableFiles()
  const refusal = source === 'fallback' ? words.navigation.needsOrganization : undefined
  return (
    <Page title={words.uploads.title} context={words.uploads.context}>
      <Stack sx={{ gap: 8 }}>
        <UploadQueue
          refusal={refusal}
          renderStored={(fileId) => <FileOutcome fileId={fileId} />}
          unreadable={unreadable}
        />
        {refusal === undefined && <Files />}
      </Stack>
    </Page>
  )
}

function Files() {
  return (
    <Section title={words.uploads.files}>
      <FileList sentHere={useFilesUnderWay()} />
    </Section>
  )
}
