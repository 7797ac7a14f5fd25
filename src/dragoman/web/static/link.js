// A secret link keeps its secret behind the #, which browsers send to nobody: put it into the form,
// where it need not be seen. On the page of one's own seat it stays in the address, to be kept.
const secret = location.hash.slice(1);
const field = document.querySelector("[data-link] [name=secret]");
if (secret && field) {
  field.value = secret;
  field.closest("[data-secret]").hidden = true;
  history.replaceState(null, "", location.pathname);
}
const own = document.querySelector("[data-own]");
if (secret && own) {
  own.value = `${location.origin}/seat#${secret}`;
  document.querySelector("[data-known]").hidden = false;
  document.querySelector("[data-unknown]").hidden = true;
  // A site that sends no mail has no form to mail it.
  const mailed = document.querySelector("[data-known] [name=secret]");
  if (mailed) mailed.value = secret;
}
