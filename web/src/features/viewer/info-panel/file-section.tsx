import type { Slide } from '@cresyl/contract/slides'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { Link as RouterLink } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { HashValue } from '../../../ui/hash-value.tsx'
import { permissionReason } from '../../../ui/permission-reason.ts'
import { type Fact, Facts, InfoSection, Note } from './info-section.tsx'
import { useFileOf } from './queries.ts'
import { words } from './words.ts'

const own = words.file

/** The file that the slide was read from; whoever may not read files learns how large it is. */
export function FileSection({ slide }: { slide: Slide }) {
  const mayRead = usePermission('read:files')
  const { data: file, error } = useFileOf(slide.file_id, mayRead)
  const rows: Fact[] = [
    ...(file ? [[own.name, <bdi key="name">{file.name}</bdi>] as const] : []),
    [own.size, own.exactSize(slide.size)],
    ...(file
      ? ([
          [own.origin, own.origins[file.origin]],
          [own.hash, file.sha256 === null ? own.noHash : <HashValue key="hash" hash={file.sha256} />],
        ] as const)
      : []),
  ]
  return (
    <InfoSection title={own.title}>
      <Stack sx={{ gap: 2, alignItems: 'stretch' }}>
        <Facts rows={rows} />
        {file && (
          <Link
            component={RouterLink}
            to={`/uploads?file=${file.id}`}
            variant="body2"
            sx={{ alignSelf: 'start', py: 0.75 }}
          >
            {own.open}
          </Link>
        )}
        {!mayRead && <Note>{permissionReason('read:files', own.deed)}</Note>}
        {error && <Note>{error.message}</Note>}
      </Stack>
    </InfoSection>
  )
}
