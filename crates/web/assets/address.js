// The state of a view lives in the address: `#/view?name=value&...`, so that a link reopens it.

/** The view and its parameters. */
export function read() {
  const [, view = "", query = ""] = /^#\/([a-z]*)\??(.*)$/.exec(location.hash) ?? [];
  return { view, parameters: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a view; what is empty is left out. */
export function address(view, parameters = {}) {
  const kept = Object.entries(parameters).filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false);
  const query = new URLSearchParams(kept.map(([key, value]) => [key, value === true ? "1" : String(value)])).toString();
  return query ? `#/${view}?${query}` : `#/${view}`;
}

/** Settings with what an address says of them. */
export function settle(settings, parameters) {
  const told = Object.keys(settings).filter((name) => parameters[name] !== undefined);
  return { ...settings, ...Object.fromEntries(told.map((name) => [name, typeof settings[name] === "boolean" ? parameters[name] === "1" : parameters[name]])) };
}

/** Remembers the state of the view that is shown, without a step in the browser's history. */
export function keep(view, parameters) {
  const hash = address(view, parameters);
  if (location.hash !== hash) history.replaceState(null, "", hash);
  document.dispatchEvent(new CustomEvent("kept", { detail: { view, hash } }));
}
