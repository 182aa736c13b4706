import { uploadLimits } from '@cresyl/contract/api/limits'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { FileUp, FolderUp } from '../../../ui/frame/icons.ts'
import { words } from '../words.ts'

/** `.ome.tiff` is a `.tiff` to a browser. Others can be chosen all the same, and are told what is wrong with them. */
const accept = [
  ...new Set(uploadLimits.extensions.map((extension) => `.${extension.split('.').at(-1)}`)),
].join()

// React passes it on, but its types don't know it.
const wholeFolder = { webkitdirectory: '' }

interface FileButtonsProps {
  onChoose: (files: Iterable<File>) => void
  prominent: boolean
}

export function FileButtons({ onChoose, prominent }: FileButtonsProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)

  function take(input: HTMLInputElement) {
    const files = [...(input.files ?? [])]
    // Choosing the same again must be noticed too.
    input.value = ''
    if (files.length > 0) onChoose(files)
  }

  return (
    <>
      <Button
        variant={prominent ? 'contained' : 'outlined'}
        startIcon={<FileUp size={18} aria-hidden />}
        onClick={() => fileInput.current?.click()}
      >
        {words.drop.files}
      </Button>
      <Button
        variant="outlined"
        startIcon={<FolderUp size={18} aria-hidden />}
        onClick={() => folderInput.current?.click()}
      >
        {words.drop.folder}
      </Button>
      <input
        ref={fileInput}
        type="file"
        aria-label={words.drop.files}
        multiple
        hidden
        accept={accept}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={folderInput}
        type="file"
        aria-label={words.drop.folder}
        multiple
        hidden
        {...wholeFolder}
        onChange={(event) => take(event.currentTarget)}
      />
    </>
  )
}
