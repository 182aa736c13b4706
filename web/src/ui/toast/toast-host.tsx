import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Portal from '@mui/material/Portal'
import Snackbar from '@mui/material/Snackbar'
import Stack from '@mui/material/Stack'
import { useSyncExternalStore } from 'react'
import { CircleCheck, CircleX, Info, TriangleAlert, X } from '../frame/icons.ts'
import { type Severity, type Toast, type ToastStore, toasts } from './toast-store.ts'

const icons = {
  success: <CircleCheck size={20} aria-hidden />,
  info: <Info size={20} aria-hidden />,
  warning: <TriangleAlert size={20} aria-hidden />,
  error: <CircleX size={20} aria-hidden />,
}

const urgent: ReadonlySet<Severity> = new Set(['error', 'warning'])

/** Toasts at the top centre. Mounted on the body so that an open dialog doesn't hide them from screen readers. */
export function ToastHost({ store = toasts }: { store?: ToastStore }) {
  const visible = useSyncExternalStore(store.subscribe, store.visible)
  if (visible.length === 0) return null
  return (
    <Portal>
      <Stack
        sx={{
          position: 'fixed',
          zIndex: 'snackbar',
          top: 16,
          insetInline: 16,
          gap: 2,
          alignItems: 'center',
          pointerEvents: 'none',
        }}
      >
        {visible.map((toast) => (
          <ToastItem key={toast.id} toast={toast} hide={() => store.hide(toast.id)} />
        ))}
      </Stack>
    </Portal>
  )
}

function ToastItem({ toast, hide }: { toast: Toast; hide: () => void }) {
  const { action } = toast
  return (
    <Snackbar
      open
      autoHideDuration={toast.duration}
      disableWindowBlurListener
      onClose={(_, reason) => reason !== 'clickaway' && hide()}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      sx={{ '&&': { position: 'static', transform: 'none', pointerEvents: 'auto', maxWidth: 560 } }}
    >
      <Alert
        variant="outlined"
        severity={toast.severity}
        iconMapping={icons}
        role={urgent.has(toast.severity) ? 'alert' : 'status'}
        action={
          <>
            {action && (
              <Button
                size="small"
                onClick={() => {
                  hide()
                  action.run()
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton size="small" aria-label="Close" onClick={hide}>
              <X size={18} aria-hidden />
            </IconButton>
          </>
        }
        sx={{
          bgcolor: 'tokens.raised',
          color: 'text.primary',
          boxShadow: '0 8px 24px rgb(20 17 24 / 0.18)',
          '& .MuiAlert-message': { whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxHeight: '40vh' },
        }}
      >
        {toast.message}
      </Alert>
    </Snackbar>
  )
}
