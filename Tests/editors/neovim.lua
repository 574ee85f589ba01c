-- Opens a playlist in Neovim, and prints the answers of the server: a topic and an answer on each line. scripts/test-editors compares
-- them with expected.txt. Neovim has the configuration that `mixtape editor neovim` prints.
--
-- The environment has STORE, the directory of a store with the file playlists/evening.toml, and INIT, the configuration.

local store = vim.loop.fs_realpath(os.getenv("STORE"))
local patience = 10000

local function show(topic, answer)
  io.stdout:write(topic, ": ", answer, "\n")
end

local function wait(what, condition)
  if not vim.wait(patience, condition, 5) then error("Neovim waits in vain for " .. what) end
end

local function client()
  return vim.tbl_values(vim.lsp.buf_get_clients(0))[1]
end

--- Returns whether the server has a capability. If not, it is printed.
local function offers(topic, provider)
  if client().server_capabilities[provider] then return true end
  show(topic, "skipped: the server does not offer it")
  return false
end

--- Returns the answer to a request; nil if the server does not offer it.
local function request(topic, provider, method, change)
  if not offers(topic, provider) then return nil end
  local parameters = vim.lsp.util.make_position_params(0, client().offset_encoding)
  local answers = vim.lsp.buf_request_sync(0, method, change and change(parameters) or parameters, patience)
  local answer = answers and answers[client().id]
  if not answer or answer.err then error(topic .. ": " .. vim.inspect(answer)) end
  return answer.result
end

local function relative(path)
  return (vim.loop.fs_realpath(path):sub(#store + 2))
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number - 1, number, true)[1]
end

--- Moves the cursor to a text.
local function go(text)
  vim.fn.cursor(1, 1)
  if vim.fn.search("\\V" .. text, "c") == 0 then error("the file has no " .. text) end
end

local function check_outside()
  vim.cmd("edit " .. vim.fn.fnameescape(store .. "/../outside.toml"))
  show("outside", vim.bo.filetype == "toml" and client() == nil and "no server" or "a server")
end

local function check_diagnostics()
  wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
  local function show_all()
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      show("diagnostics", diagnostic.lnum + 1 .. " " .. diagnostic.code)
    end
  end
  show_all()
  vim.fn.setline(2, "shuffle = true")
  wait("other diagnostics", function()
    local first = vim.diagnostic.get(0)[1]
    return first and first.lnum ~= 1
  end)
  show_all()
  vim.cmd("silent undo")
end

local function check_hover()
  go("night-sky/042")
  vim.lsp.buf.hover()
  local function popup()
    return vim.tbl_filter(function(window)
      return vim.api.nvim_win_get_config(window).relative ~= ""
    end, vim.api.nvim_list_wins())[1]
  end
  wait("the window of hover", popup)
  -- Markdown, which this Neovim shows as it is.
  show("hover", (vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(popup()), 0, 1, true)[1]:gsub("%*", "")))
  vim.api.nvim_win_close(popup(), true)
end

local function check_definition()
  for _, text in ipairs({ "night-sky/042", 'focus"' }) do
    go(text)
    vim.lsp.buf.definition()
    wait("the definition of " .. text, function() return not vim.api.nvim_buf_get_name(0):find("evening.toml") end)
    show("definition", relative(vim.api.nvim_buf_get_name(0)) .. " " .. vim.fn.line("."))
    vim.cmd("edit " .. store .. "/playlists/evening.toml")
  end
end

--- Types in another Neovim: completion needs keys, which this one reads from the script.
local function check_completion()
  local command = { vim.v.progpath, "--embed", "--headless", "-n", "-u", os.getenv("INIT"), "playlists/evening.toml" }
  local typist = vim.fn.jobstart(command, { rpc = true, cwd = store })
  local function evaluate(expression) return vim.rpcrequest(typist, "nvim_eval", expression) end
  wait("the server of the other Neovim", function()
    return evaluate("luaeval('#vim.tbl_values(vim.lsp.buf_get_clients(0))')") > 0
  end)
  vim.rpcrequest(typist, "nvim_input", '4Go"night-sky/046<C-x><C-o>')
  wait("the completion", function() return evaluate("getline(5)"):find("saturn") end)
  show("completion", (vim.trim(evaluate("getline(5)")):gsub('"', "")))
  vim.fn.jobstop(typist)
end

local function check_references()
  go("night-sky/042")
  local result = request("references", "referencesProvider", "textDocument/references", function(parameters)
    parameters.context = { includeDeclaration = false }
    return parameters
  end)
  local places = vim.tbl_map(function(place)
    return relative(vim.uri_to_fname(place.uri)) .. " " .. place.range.start.line + 1
  end, result or {})
  table.sort(places)
  for _, place in ipairs(places) do show("references", place) end
end

local function check_actions()
  go("shufle")
  local result = request("actions", "codeActionProvider", "textDocument/codeAction", function(parameters)
    local range = { start = parameters.position, ["end"] = parameters.position }
    local diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0)
    return { textDocument = parameters.textDocument, range = range, context = { diagnostics = diagnostics, only = { "quickfix" } } }
  end)
  if not result then return end
  for _, action in ipairs(result) do
    if action.edit then
      vim.lsp.util.apply_workspace_edit(action.edit, client().offset_encoding)
      break
    end
  end
  show("actions", line(2))
  vim.cmd("silent undo")
end

local function check_formatting()
  vim.fn.setline(4, '  "night-sky/042-auroras", "night-sky/none",')
  vim.fn.deletebufline(vim.api.nvim_get_current_buf(), 5)
  local result = request("formatting", "documentFormattingProvider", "textDocument/formatting", function(parameters)
    return { textDocument = parameters.textDocument, options = { tabSize = 2, insertSpaces = true } }
  end)
  if not result then return end
  vim.lsp.util.apply_text_edits(result, vim.api.nvim_get_current_buf(), client().offset_encoding)
  for number = 4, 5 do show("formatting", vim.trim(line(number))) end
end

--- Renames an episode, and prints the files that have its new name. None of them is saved.
local function check_rename()
  if not offers("rename", "renameProvider") then return end
  vim.fn.setline(2, "shuffle = true")
  go("042-auroras")
  vim.lsp.buf.rename("042-northern-lights")
  wait("the new name", function() return vim.fn.search("042-northern-lights", "n") > 0 end)
  local files = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
    if text:find("042-northern-lights", 1, true) then table.insert(files, relative(vim.api.nvim_buf_get_name(buffer))) end
  end
  table.sort(files)
  for _, file in ipairs(files) do show("rename", file) end
end

--- Renames a playlist, whose file the editor moves.
local function check_renamed_playlist()
  vim.cmd("silent wall")
  go('focus"')
  vim.lsp.buf.rename("deep")
  wait("the new name of the playlist", function() return vim.fn.search('playlist "deep"', "n") > 0 end)
  wait("the new file", function() return vim.fn.filereadable(store .. "/playlists/deep.toml") == 1 end)
  show("renamed playlist", "playlists/deep.toml " .. line(vim.fn.search('playlist "deep"', "n")):match('in playlist "%w+"'))
end

local function check()
  check_outside()
  vim.cmd("edit " .. store .. "/playlists/evening.toml")
  wait("the server", client)
  show("root", client().config.root_dir == store and "the store" or client().config.root_dir)
  check_diagnostics()
  check_hover()
  check_definition()
  check_completion()
  check_references()
  check_actions()
  check_formatting()
  check_rename()
  check_renamed_playlist()
end

local succeeded, message = pcall(check)
if not succeeded then io.stderr:write(message, "\n") end
vim.cmd(succeeded and "qall!" or "cquit!")
