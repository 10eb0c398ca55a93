"""Sessions of Flask: three visitors, each with a few pages, one of whom signs out."""

import os
import uuid

import flask
import flask_session_azure

app = flask.Flask("shop")
app.secret_key = "0123456789abcdef"
app.session_interface = flask_session_azure.storage_account_interface(os.environ["AZURE_STORAGE_CONNECTION_STRING"])


@app.route("/add")
def add():
    flask.session["cart"] = flask.session.get("cart", 0) + 1
    return str(flask.session["cart"])


@app.route("/out")
def out():
    flask.session.clear()
    return "bye"


for visitor in range(3):
    client = app.test_client()
    print([client.get("/add").text for _ in range(4)], client.get("/out").text if visitor == 0 else "stays")
