declare module 'htmx.org/dist/htmx.esm.min.js' {
  export { default } from 'htmx.org';
}
