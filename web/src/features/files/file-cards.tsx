import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { formatBytes } from '../../ui/amounts.ts'
import { Card, CardList } from '../../ui/list-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SlideThumbnail } from '../../ui/slide-thumbnail.tsx'
import { FileMenu } from './file-menu.tsx'
import { FileName } from './file-name.tsx'
import type { FileRowsProps } from './file-rows.ts'
import { FileState } from './file-state.tsx'
import { words } from './words.ts'

/** The list on narrow screens. */
export function FileCards({ files, busy, standingOf }: Omit<FileRowsProps, 'ordering' | 'onOrder'>) {
  return (
    <CardList label={words.list.label} busy={busy}>
      {files.map((file) => (
        <Card key={file.id} menu={<FileMenu file={file} />}>
          <Stack direction="row" sx={{ position: 'relative', gap: 3 }}>
            <SlideThumbnail imageId={file.image_id} alt="" width={56} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <FileName file={file} />
              <Box sx={{ my: 1 }}>
                <FileState {...standingOf(file)} />
              </Box>
              <Typography variant="body2" color="textSecondary" noWrap>
                {formatBytes(file.size)} · <RelativeTime time={file.created_at} />
                {file.created_by && (
                  <>
                    {' · '}
                    <bdi>{file.created_by.name}</bdi>
                  </>
                )}
              </Typography>
              {file.project && (
                <Typography variant="body2" color="textSecondary" noWrap>
                  <bdi>{file.project.name}</bdi>
                </Typography>
              )}
            </Box>
          </Stack>
        </Card>
      ))}
    </CardList>
  )
}
