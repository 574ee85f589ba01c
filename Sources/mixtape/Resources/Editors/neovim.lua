-- Neovim 0.7 or later: lines for ~/.config/nvim/init.lua. They start `mixtape lsp` in stores only.
local mixtape_clients = {}
vim.api.nvim_create_autocmd("FileType", {
  pattern = "toml",
  callback = function(event)
    local store = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ":p:h")
    while vim.fn.filereadable(store .. "/mixtape.toml") == 0 do
      local parent = vim.fn.fnamemodify(store, ":h")
      if parent == store then return end
      store = parent
    end
    local config = {
      name = "mixtape",
      cmd = { "mixtape", "lsp" },
      root_dir = store,
      on_attach = function(_, buffer)
        vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
        -- Ids are words, so that a completion replaces what was typed of them.
        vim.bo[buffer].iskeyword = vim.bo[buffer].iskeyword .. ",-,/"
        if vim.lsp.inlay_hint then vim.lsp.inlay_hint.enable(true, { bufnr = buffer }) end
      end,
    }
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = event.buf })
    else -- Neovim 0.7 does not find the server of a directory by itself.
      mixtape_clients[store] = mixtape_clients[store] or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(event.buf, mixtape_clients[store])
    end
  end,
})
