import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatBytes } from '../../../ui/text/amounts.ts'
import { words } from '../words.ts'
import { drawnFor } from './drawn-for.ts'

/** What a file is called, how large it is, and where on the computer it came from. */
export const FileName = drawnFor(['name', 'originalName', 'folder', 'size'], ({ upload }) => {
  const { name, originalName, folder, size } = upload
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
})
