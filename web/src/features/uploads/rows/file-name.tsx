import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Upload } from '../../../engine/uploads/upload.ts'
import { formatBytes } from '../../../ui/amounts.ts'
import { words } from '../words.ts'

/** What a file is called, how large it is, and where on the computer it came from. */
export function FileName({ upload: { name, originalName, folder, size } }: { upload: Upload }) {
  const facts = [formatBytes(size)]
  if (folder !== '') facts.push(words.list.folder(folder))
  if (originalName !== name) facts.push(words.list.was(originalName))
  const text = facts.join(' · ')
  return (
    <>
      <Typography noWrap title={name} dir="auto" sx={{ fontWeight: 600, textAlign: 'start' }}>
        {name}
      </Typography>
      <Box title={facts.length > 1 ? text : undefined}>
        <Typography variant="body2" color="textSecondary" noWrap>
          {text}
        </Typography>
      </Box>
    </>
  )
}
