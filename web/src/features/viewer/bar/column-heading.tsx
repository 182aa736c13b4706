import Typography from '@mui/material/Typography'

/** Above a column of tools: what they are for. Phones have no room for it. */
export function ColumnHeading({ children }: { children: string }) {
  return (
    <Typography
      component="h2"
      sx={{
        minWidth: 56,
        textAlign: 'center',
        fontSize: '0.625rem',
        lineHeight: '16px',
        fontWeight: 600,
        color: 'text.secondary',
        '@container viewer (max-width: 600px)': { display: 'none' },
      }}
    >
      {children}
    </Typography>
  )
}
