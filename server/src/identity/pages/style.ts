/** The look of the app on pages that it doesn't render, and that run no scripts. */
export const style = `
:root {
  color-scheme: light dark;
  --primary: #6B2FA0; --on-primary: #FFFFFF; --background: #FAF8FC; --surface: #FFFFFF;
  --text: #1F1A24; --muted: #655C6E; --border: #E6DFEC; --outline: #8D8298; --fail: #C5303B;
}
@media (prefers-color-scheme: dark) {
  :root {
    --primary: #B58AE6; --on-primary: #1B1026; --background: #141118; --surface: #1C1822;
    --text: #EDE8F2; --muted: #A99FB4; --border: #352D40; --outline: #7A6E88; --fail: #FF6B72;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: var(--background); color: var(--text);
  font: 14px/20px 'Public Sans Variable', system-ui, sans-serif;
}
main {
  width: 100%; max-width: 400px; padding: 32px;
  background: var(--surface); border: 1px solid var(--border); border-radius: 8px;
}
.brand { display: flex; align-items: center; gap: 12px; margin: 0 0 24px; font-size: 20px; font-weight: 600; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 32px; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
.alert { padding: 12px; border: 1px solid var(--fail); border-radius: 8px; color: var(--fail); }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input {
  width: 100%; height: 44px; margin-bottom: 16px; padding: 0 12px; font: inherit;
  color: inherit; background: var(--surface); border: 1px solid var(--outline); border-radius: 8px;
}
button, .button {
  display: block; width: 100%; padding: 12px; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer;
  color: var(--on-primary); background: var(--primary); border: 0; border-radius: 8px;
}
.choices { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
.choice {
  display: grid; gap: 4px; text-align: start;
  color: var(--text); background: var(--surface); border: 1px solid var(--outline); overflow-wrap: anywhere;
}
.choice:hover { border-color: var(--primary); background: var(--background); }
.choice .muted { font-weight: 400; }
.hint { margin: -8px 0 16px; color: var(--muted); font-size: 13px; }
input[readonly] { color: var(--muted); background: var(--background); border-color: var(--border); }
details { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--border); }
summary { cursor: pointer; color: var(--primary); }
summary + p { margin-top: 12px; }
.link { display: block; margin-top: 16px; text-align: center; color: var(--primary); }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
`
