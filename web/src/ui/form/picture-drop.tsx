import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'

interface PictureDropProps {
  picture: string | null
  /** The kinds of files that are taken. */
  accept: string
  /** Makes of the file what is kept; what it throws is shown. */
  read: (file: File) => Promise<string>
  disabled: boolean
  /** What else is wrong with the picture. */
  error?: string | undefined
  onPicture: (picture: string) => void
  children: (drop: { choose: () => void; over: boolean; busy: boolean }) => ReactNode
}

/** A place for a picture: one can be dropped on it, or chosen from a button inside. */
export function PictureDrop(props: PictureDropProps) {
  const { picture, accept, read, disabled, error, onPicture, children } = props
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  // Of no interest any more once there is another picture, or none.
  const [problem, setProblem] = useState<{ picture: string | null; sentence: string }>()

  async function take(file: File | undefined) {
    if (!file || busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      onPicture(await read(file))
    } catch (cause) {
      setProblem({ picture, sentence: cause instanceof Error ? cause.message : String(cause) })
    } finally {
      setBusy(false)
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) void take(event.dataTransfer.files[0])
  }

  const fault = problem?.picture === picture ? problem?.sentence : error
  return (
    <Box
      onDragOver={(event) => {
        // Also where it is not taken: the browser would leave the page for the file.
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children({ choose: () => input.current?.click(), over, busy })}
      {fault && (
        <FormHelperText error role="alert">
          {fault}
        </FormHelperText>
      )}
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          void take(event.target.files?.[0])
          // Choosing the same file again must be noticed too.
          event.target.value = ''
        }}
      />
    </Box>
  )
}
