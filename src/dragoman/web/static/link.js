// A secret link keeps its secret behind the #, which browsers send to nobody: put it into the form,
// where it need not be seen.
const secret = location.hash.slice(1);
const field = document.querySelector("[data-link] [name=secret]");
if (secret && field) {
  field.value = secret;
  field.closest("[data-secret]").hidden = true;
  history.replaceState(null, "", location.pathname);
}
