import Box from '@mui/material/Box'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'

interface FileDropProps {
  /** The kinds of files that are offered; one of another kind may be dropped all the same. */
  accept: string
  /** Whether it is as high as what it stands in. */
  isFilling?: boolean
  onFile: (file: File) => void
  children: (drop: { choose: () => void; over: boolean }) => ReactNode
}

/** A place for one file: dropped on it, or chosen from a button inside. */
export function FileDrop({ accept, isFilling = false, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    <Box
      {...(isFilling && { sx: { height: '100%' } })}
      onDragOver={(event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files
        setOver(false)
        if (file === undefined) return
        event.preventDefault()
        onFile(file)
      }}
    >
      {children({ choose: () => input.current?.click(), over })}
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file again, once it was mended, is another choice.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </Box>
  )
}
